//! A link as a QR code for a terminal.

use qrcode::{Color, EcLevel, QrCode};

/// Light around the code that readers need, in modules.
const QUIET: i32 = 4;

/// Returns lines of half blocks, dark on light whatever the terminal's colours are; `None` if the text is too long. The
/// lowest level of correction is enough on a screen, which nothing soils.
pub(crate) fn lines(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let size = i32::try_from(code.width()).ok()?;
    let modules = code.to_colors();
    let dark = |x: i32, y: i32| {
        let inside = (0..size).contains(&x) && (0..size).contains(&y);
        inside && modules[(y * size + x) as usize] == Color::Dark
    };
    let mut text = String::new();
    for y in (-QUIET..size + QUIET).step_by(2) {
        text.push_str("\x1b[38;5;16;48;5;231m");
        text.extend(
            (-QUIET..size + QUIET).map(|x| match (dark(x, y), dark(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            }),
        );
        text.push_str("\x1b[0m\n");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_is_there_with_light_around() {
        let link = "http://192.168.100.100:8080/study";
        let shown = lines(link).expect("it is short");
        let mut rows: Vec<Vec<bool>> = Vec::new();
        for line in shown.lines() {
            let line = line.trim_start_matches("\x1b[38;5;16;48;5;231m");
            let line = line.trim_end_matches("\x1b[0m");
            let half = |dark: [char; 2]| line.chars().map(|c| dark.contains(&c)).collect();
            rows.extend([half(['█', '▀']), half(['█', '▄'])]);
        }
        let code = QrCode::with_error_correction_level(link, EcLevel::L).expect("it is short");
        let (size, quiet) = (code.width(), QUIET as usize);
        assert_eq!(rows[0].len(), size + 2 * quiet);
        assert!(rows.len() >= size + 2 * quiet);
        for (y, row) in rows.iter().enumerate() {
            for (x, &dark) in row.iter().enumerate() {
                let inside = |at: usize| (quiet..size + quiet).contains(&at);
                let expected =
                    inside(x) && inside(y) && code[(x - quiet, y - quiet)] == Color::Dark;
                assert_eq!(dark, expected, "{x}, {y}");
            }
        }
        assert!(lines(&"a".repeat(3000)).is_none());
    }
}
