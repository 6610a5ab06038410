//! The protocol as TypeScript, in one file that the page imports.

use ts_rs::{Config, TS};

use super::{board, class, http, records, room, socket, study};

/// Returns all types of the protocol. The page's copy is compared with this in the tests.
#[must_use]
pub fn typescript() -> String {
    let config = Config::new().with_large_int("string");
    let mut text = String::from(
        "// Generated from the server's types; do not edit.\n\
         // `KAESU_UPDATE=1 cargo test -p kaesu-server --test typescript` writes it anew.\n",
    );
    macro_rules! declare {
        ($($type:ty),* $(,)?) => {
            $(
                text.push_str("\nexport ");
                text.push_str(&<$type>::decl(&config));
                text.push('\n');
            )*
        };
    }
    declare![
        board::PositionView,
        board::BoardView,
        board::DiscBoard,
        board::Cell,
        board::PieceBoard,
        board::PieceView,
        board::PieceKind,
        board::InHand,
        board::LegalMove,
        board::Ply,
        board::PlyKind,
        board::Announcement,
        board::SeatView,
        board::Place,
        board::Colour,
        room::RoomView,
        room::Status,
        room::SittingView,
        room::Occupant,
        ::records::Sitter,
        ::records::TimeControl,
        room::Clocks,
        room::Offer,
        ::records::GameResult,
        ::records::Reason,
        ::records::formats::pasted::Format,
        room::PlayerFailure,
        room::NoteView,
        room::Event,
        socket::Hello,
        socket::Seen,
        socket::Request,
        socket::Action,
        socket::Message,
        socket::You,
        socket::Away,
        socket::MoveValue,
        socket::Trust,
        socket::Unit,
        http::Failure,
        http::Info,
        http::GameEntry,
        http::GameOption,
        http::OptionValue,
        http::Label,
        http::Players,
        http::PlayerEntry,
        http::LevelEntry,
        http::CreateRoom,
        http::QuickPlay,
        http::RoomCreated,
        http::SeatToken,
        http::Check,
        http::Checked,
        http::Positions,
        records::RecordList,
        records::RecordEntry,
        records::RecordKept,
        records::Understood,
        records::RecordView,
        records::PlyValues,
        records::AnalysisState,
        records::Analysis,
        records::Costly,
        records::OwnResults,
        records::OwnResult,
        class::ClassForm,
        class::ClassPlan,
        class::ClassView,
        class::ClassRow,
        class::ClassTable,
        class::ClassYou,
        class::ClassOpened,
        class::ClassJoin,
        class::ClassTeach,
        class::ClassOpen,
        study::StudyEntry,
        study::StudyConsent,
        study::StudyVisit,
        study::StudyRequest,
        study::StudyAction,
        study::StudyView,
        study::StudyStep,
        study::StudyPlay,
        study::StudyQuestion,
        study::StudyOption,
        study::StudyDebrief,
        study::StudyGame,
        study::StudyCurve,
        study::StudyPoint,
        study::StudyDesk,
        study::StudyCell,
        study::StudyPerson,
        study::StudyOrder,
    ];
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}
