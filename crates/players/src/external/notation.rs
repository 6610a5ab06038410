//! Moves as other programs write them.

/// The move in our notation: a square in lower case, or `--` for a pass in any of its spellings;
/// `None` if it is not a square of a board of up to 26 by 99.
///
/// ```
/// use kaesu_players::external::our_notation;
///
/// assert_eq!(our_notation("F5").as_deref(), Some("f5"));
/// assert_eq!(our_notation("PA").as_deref(), Some("--"));
/// assert_eq!(our_notation("resign"), None);
/// ```
#[must_use]
pub fn our_notation(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    if matches!(text.as_str(), "--" | "pa" | "ps" | "pass" | "@@" | "@@@") {
        return Some("--".to_owned());
    }
    let (column, row) = (text.get(..1)?, text.get(1..)?);
    let is_row = matches!(row.len(), 1 | 2)
        && row.bytes().all(|digit| digit.is_ascii_digit())
        && !row.starts_with('0');
    (column.as_bytes()[0].is_ascii_lowercase() && is_row).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_and_squares_are_read_in_every_spelling() {
        for pass in ["--", "PA", "pa", "Ps", "pass", "PASS", " pass ", "@@"] {
            assert_eq!(our_notation(pass).as_deref(), Some("--"), "{pass}");
        }
        assert_eq!(our_notation("J10").as_deref(), Some("j10"));
        for wrong in [
            "", "f", "f0", "f05", "5f", "f5d6", "ä5", "f٣", "resign", "f-1",
        ] {
            assert_eq!(our_notation(wrong), None, "{wrong}");
        }
    }
}
