//! A report as one page that needs nothing else: no network, no script, no file beside it.

use minijinja::{Environment, context};

use super::files::Names;
use super::plot::{Layout, palette};
use super::table::html_words;
use super::{Part, Report, Section};

impl Report {
    /// Returns the page.
    pub(super) fn page(&self, names: &Names) -> String {
        let mut environment = Environment::new();
        environment
            .add_template("page.html", include_str!("page.html"))
            .expect("the template is sound");
        let sections: Vec<_> = self
            .sections
            .iter()
            .enumerate()
            .map(|(number, section)| section_context(section, names, number))
            .collect();
        environment
            .get_template("page.html")
            .and_then(|page| {
                page.render(context! {
                    title => &self.title,
                    language => names.language().code(),
                    contents => names.language().contents(),
                    page_css => include_str!("page.css"),
                    plot_css => palette::css(),
                    sections,
                })
            })
            .expect("the template knows all it is given")
    }
}

fn section_context(section: &Section, names: &Names, number: usize) -> minijinja::Value {
    let parts: Vec<_> = section
        .parts
        .iter()
        .enumerate()
        .map(|(part_number, part)| {
            let file = |kind| names.of(number, part_number, kind);
            let [label, figure] = names.labels(number, part_number);
            let table = part.as_table().map(|table| {
                context! {
                    html => table.html(&label),
                    csv => file("csv"),
                    markdown => file("md"),
                    latex => file("tex"),
                    length => table.rows().len(),
                }
            });
            match part {
                Part::Prose(words) => context! { prose => html_words(words) },
                Part::Listing(listing) => context! { listing },
                Part::Table(_) => context! { table },
                Part::Figure(plot, _) => {
                    let plot = context! {
                        label => figure,
                        title => html_words(&plot.title),
                        wide => plot.inline(Layout::Wide),
                        narrow => plot.inline(Layout::Narrow),
                        svg => file("svg"),
                        pdf => file("pdf"),
                    };
                    context! { plot, table }
                }
            }
        })
        .collect();
    context! { heading => &section.heading, parts }
}
