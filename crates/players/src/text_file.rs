//! Text files that people write: they have an end, and it comes soon.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// The longest player file.
pub const LONGEST_PLAYER: u64 = 1 << 20;

/// Reads a text of at most so many bytes.
///
/// # Errors
/// Returns an error if the file cannot be read, is longer, or is no text.
pub fn read(path: &Path, most: u64) -> Result<String> {
    let bytes = read_bytes(path, most)?;
    let no_text = |_| Error::new(ErrorKind::InvalidData, "it is no text in UTF-8");
    String::from_utf8(bytes).map_err(no_text)
}

/// Reads a file of at most so many bytes. A pipe may never begin and a device never end, so that neither is opened.
///
/// # Errors
/// Returns an error if it is no file, cannot be read, or is longer.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        let problem = "it is no file but a folder, a pipe or a device";
        return Err(Error::new(ErrorKind::InvalidInput, problem));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let problem = format!("it has more than {most} bytes");
        return Err(Error::new(ErrorKind::FileTooLarge, problem));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_file_is_not_read_to_its_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("text");
        std::fs::write(&file, "kaesu").expect("it is written");
        assert_eq!(read(&file, 5).expect("it is short enough"), "kaesu");
        let problem = read(&file, 4).expect_err("it is too long");
        assert_eq!(problem.to_string(), "it has more than 4 bytes");
        #[cfg(unix)]
        {
            let pipe = folder.path().join("pipe");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status();
            assert!(made.expect("mkfifo is there").success());
            for endless in [Path::new("/dev/zero"), &pipe, folder.path()] {
                let problem = read(endless, LONGEST_PLAYER).expect_err("no file");
                assert!(problem.to_string().contains("no file"), "{problem}");
            }
        }
        std::fs::write(&file, [0xff]).expect("it is written");
        assert!(read(&file, 5).is_err());
    }
}
