//! The language of a report, as the command line names it.

use clap::Args;
use report::Language;

/// In which language to write.
#[derive(Args, Debug)]
pub(crate) struct InLanguage {
    /// The language of the report: "en" (English) or "ja" (Japanese)
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = parse)]
    pub(crate) language: Language,
}

fn parse(text: &str) -> Result<Language, String> {
    let known = [Language::English, Language::Japanese];
    let found = known.into_iter().find(|language| language.code() == text);
    found.ok_or_else(|| "a report is in \"en\" or in \"ja\"".to_owned())
}
