//! What programs say, as it is shown to people and kept: one short line without control characters.

/// How many characters of a text are shown.
const MOST: usize = 300;

/// Returns the start of a text as one line.
pub(super) fn in_short(text: &str) -> String {
    let line = line_of(text.chars().take(2 * MOST));
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None if text.chars().nth(2 * MOST).is_some() => line + "…",
        None => line,
    }
}

/// Returns the end of a text as one line.
pub(super) fn end_of(text: &str) -> String {
    let line = line_of(text.chars());
    match line.chars().count().checked_sub(MOST) {
        None | Some(0) => line,
        Some(surplus) => format!("…{}", line.chars().skip(surplus).collect::<String>()),
    }
}

/// Returns the words with one blank between them. Whatever would steer a terminal or turn the
/// direction of a line round separates words as well.
fn line_of(text: impl Iterator<Item = char>) -> String {
    let steers = |c: char| {
        let unseen = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        c.is_control() || unseen
    };
    let text: String = text.map(|c| if steers(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_one_short_line_without_control_characters() {
        let nasty = "\u{1b}[31mred\r\n\0and\tmore\u{202e}";
        assert_eq!(in_short(nasty), "[31mred and more");
        assert_eq!(end_of(nasty), "[31mred and more");
        let long = format!("first {} last", "words\n".repeat(100_000));
        let (start, end) = (in_short(&long), end_of(&long));
        assert!(start.starts_with("first words words") && start.ends_with('…'));
        assert!(end.starts_with('…') && end.ends_with("words last"));
        for text in [
            start,
            end,
            in_short(&" ".repeat(10_000)),
            in_short(&"ä".repeat(10_000)),
        ] {
            assert!(text.chars().count() <= MOST + 1, "{text}");
        }
        let fits = "ä".repeat(MOST);
        assert_eq!(in_short(&fits), fits);
        assert_eq!(end_of(&fits), fits);
    }
}
