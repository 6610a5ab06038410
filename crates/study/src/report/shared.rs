//! Tables that several people shared, and where a player sat among them.

use report::{Column, Section, Table};

use crate::register::Register;

/// Returns the tables of a study with several people at each; `None` if everybody plays alone.
pub(super) fn section(register: &Register) -> Option<Section> {
    let study = register.study();
    if study.people_at_a_table() == 1 {
        return None;
    }
    let mut section = Section::new("Tables");
    let mut table = Table::new(
        "tables",
        "Tables by arm. Where a player sat among the people a table is flagged, and planned claims leave it out.",
        [
            Column::text("arm"),
            Column::count("tables"),
            Column::count("played to the end"),
            Column::count("begun with players"),
            Column::count("a player took over"),
            Column::count("flagged"),
        ],
    );
    for (number, arm) in study.arms.iter().enumerate() {
        let tables: Vec<_> = register
            .tables()
            .filter(|table| table.is_shared() && table.arm == number)
            .collect();
        let count = |fits: &dyn Fn(&crate::table::StudyTable) -> bool| {
            tables.iter().filter(|table| fits(table)).count()
        };
        table.push([
            arm.name.as_str().into(),
            tables.len().into(),
            count(&|table| table.ended.is_some()).into(),
            count(&|table| table.short > 0).into(),
            count(&|table| !table.stood_in.is_empty()).into(),
            count(&|table| table.is_flagged()).into(),
        ]);
    }
    section.table(table);
    Some(section)
}
