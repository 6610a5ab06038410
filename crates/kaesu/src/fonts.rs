//! The fonts of this machine that the letters of figures are drawn with.

use std::fs;
use std::path::{Path, PathBuf};

use report::Language;
use report::plot::Fonts;

/// Files of fonts that have Japanese letters and Latin ones, the best first. Of a collection the
/// first face is taken, which is the Japanese one.
const JAPANESE: [&str; 14] = [
    "NotoSansJP-Regular.otf",
    "NotoSansJP-Regular.ttf",
    "NotoSansCJKjp-Regular.otf",
    "NotoSansCJK-Regular.ttc",
    "SourceHanSansJP-Regular.otf",
    "HaranoAjiGothic-Regular.otf",
    "ipaexg.ttf",
    "ipag.ttf",
    "TakaoPGothic.ttf",
    "VL-PGothic-Regular.ttf",
    "ヒラギノ角ゴシック W3.ttc",
    "YuGothR.ttc",
    "meiryo.ttc",
    "msgothic.ttc",
];

/// Files of fonts for all other letters.
const LATIN: [&str; 6] = [
    "DejaVuSans.ttf",
    "LiberationSans-Regular.ttf",
    "NotoSans-Regular.ttf",
    "Arial.ttf",
    "arial.ttf",
    "Helvetica.ttc",
];

/// The first font of each list that is there, first that of the language, so that all letters of a
/// figure go together. Where there is none, figures ask the reader's fonts.
pub(crate) fn found(language: Language) -> Fonts {
    let mut files = Vec::new();
    for folder in folders() {
        collect(&folder, 4, &mut files);
    }
    files.sort();
    let mut fonts = Fonts::default();
    let lists: [&[&str]; 2] = match language {
        Language::English => [&LATIN, &JAPANESE],
        Language::Japanese => [&JAPANESE, &LATIN],
    };
    for names in lists {
        let known = names.iter().filter_map(|name| {
            let is_it = |file: &&PathBuf| file.file_name().is_some_and(|own| own == *name);
            files.iter().find(is_it)
        });
        let mut contents = known.filter_map(|file| fs::read(file).ok());
        let _ = contents.any(|content| fonts.add(content, 0));
    }
    fonts
}

/// Where systems keep fonts.
fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        "/System/Library/Fonts",
        "/Library/Fonts",
        "C:\\Windows\\Fonts",
    ]
    .map(PathBuf::from)
    .to_vec();
    if let Some(home) = std::env::home_dir() {
        let own = [".fonts", ".local/share/fonts", "Library/Fonts"];
        folders.extend(own.map(|own| home.join(own)));
    }
    folders
}

/// All files of a folder and of the folders in it, so many deep.
fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, files);
            }
        } else {
            files.push(path);
        }
    }
}
