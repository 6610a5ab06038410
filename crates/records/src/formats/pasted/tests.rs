use rules::line::Exit;
use rules::yonin_shogi::YoninShogi;
use rules::{Game, Notation, Seat};

use super::*;

fn understood(text: &str) -> (Format, String, String) {
    let Pasted { format, record } = read(text, None).unwrap_or_else(|e| panic!("{text}: {e}"));
    let moves: Vec<_> = record.moves.iter().filter_map(|m| m.text.clone()).collect();
    (format, record.game, moves.join(" "))
}

#[test]
fn moves_are_read_however_they_are_written() {
    for text in [
        "f5d6c3",
        "F5 D6 C3",
        "1. f5 2. d6 3. c3",
        "1.f5 d6 2.c3",
        "1.f5 1...d6 2.c3",
        "1) f5, 2) d6, 3) c3",
        "(1)f5 (2)d6 (3)c3",
        "f5-d6-c3",
        "f5 - d6 - c3",
        "f5–d6—c3",
        "ｆ５ｄ６ｃ３",
        "Ｆ５　Ｄ６　Ｃ３",
        "１．ｆ５　２．ｄ６　３．ｃ３",
        "f5、d6、c3",
        "f5\nd6\r\nc3\n",
        "1 f5\n2 d6\n3 c3",
        "\u{feff}f5/d6/c3",
    ] {
        let expected = (Format::Moves, "reversi-8x8".into(), "f5 d6 c3".into());
        assert_eq!(understood(text), expected, "{text}");
    }
    let headed = understood("[othello 1] 1. f5 2. d6");
    let expected = (Format::Transcript, "reversi-8x8".into(), "f5 d6".into());
    assert_eq!(headed, expected);
}

/// What people write around moves means nothing; what it means otherwise is not guessed.
#[test]
fn moves_are_found_among_what_people_write_around_them() {
    for text in [
        "f5. d6. c3.",
        "\"f5d6c3\"",
        "f5d6c3 34-30",
        "Final, Tokyo 1988\nf5d6c3",
        "Aya – Ben\n\nf5 d6\nc3\n34-30",
        "f5 (good!) d6 c3?",
        "f5! {the usual one} d6 c3",
        "黒：f5 白：d6 黒：c3",
        "黒f5 白d6 黒c3",
        "B f5 W d6 B c3",
        "１手目 f5 ２手目 d6 ３手目 c3",
        "[f5][d6][c3]",
        "{\"moves\": [\"f5\", \"d6\", \"c3\"]}",
        "othello f5d6c3",
        "othello: 1. f5 2. d6 3. c3",
        "https://example.org/board?moves=f5d6c3",
        "https://example.org/#f5d6c3",
        "https://example.org/show/F5D6C3?size=8",
    ] {
        let (_, game, moves) = understood(text);
        assert_eq!((&*game, &*moves), ("reversi-8x8", "f5 d6 c3"), "{text}");
    }
    let game = "set game (;GM[Othello]PB[Aya]PW[Ben]TY[8]\
                BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)";
    assert_eq!(understood(game).0, Format::Ggf);
    assert_eq!(understood("yonin d3c3").1, "yonin");
    assert_eq!(
        understood("d3c3").1,
        "reversi-8x8",
        "the first in which it can be played"
    );
    for (text, problem) in [
        ("f5 hello d6", "move 2"),
        ("Final\nf5 d6 a1", "move 3 \"a1\" is not legal"),
        ("{\"games\": [1, 2, 3]}", "this holds 3 games"),
        ("https://example.org/", "this is no game"),
    ] {
        let error = read(text, None).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}

#[test]
fn moves_of_shogi_are_read_in_japanese() {
    let start = YoninShogi::start(&Default::default());
    let mut line = GameLine::new(start);
    let seats = ["南", "西", "北", "東"];
    let (mut bare, mut marked, mut numbered) = (String::new(), String::new(), String::new());
    for ply in 0..40 {
        let position = line.position();
        let legal = position.legal();
        let m = legal[(ply * 7) % legal.len()];
        let text = crate::formats::japanese::text(position, m);
        bare += &text;
        marked += &format!("{}{text} ", seats[position.turn().index()]);
        numbered += &format!("{}. ▲{text}\n", ply + 1);
        line.play(m).expect("it is legal");
    }
    let expected = Record::of_line(&"yonin-shogi".parse().unwrap(), &line);
    for text in [&bare, &marked, &numbered] {
        let pasted = read(text, None).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(pasted.record, expected, "{text}");
    }
    for text in ["▲５六歩", "南５六歩", "５６ふ", "1手目 ５六歩"] {
        assert_eq!(understood(text).2, "5g5f", "{text}");
    }
    let error = read("５六歩 １一歩", None).unwrap_err().to_string();
    assert!(error.contains("move 2"), "{error}");
}

#[test]
fn boards_are_read_in_other_letters() {
    let line = "--------------------------XXX------XO--------------------------- O";
    let empty = "........\n";
    let board = |row4: &str, row5: &str, turn: &str| {
        let (above, below) = (empty.repeat(3), empty.repeat(3));
        format!("{above}{row4}\n{row5}\n{below}{turn}")
    };
    let counted = board("00111000", "00012000", "2").replace('.', "0");
    let one = line.replace('X', "B").replace('O', "W");
    let shown = "   a b c d e f g h\n 1 . . . . . . . . 1\n 2 . . . . . . . . 2\n 3 . . + . + . . . 3\n \
                 4 . . X X X . . . 4\n 5 . . + X O . . . 5\n 6 . . . . . . . . 6\n 7 . . . . . . . . 7\n \
                 8 . . . . . . . . 8\n   a b c d e f g h\nX black 4, O white 1\n\nto move: white\nlegal:   c3 e3 c5\n";
    for text in [
        board("..BBB...", "...BW...", "W"),
        board("|..●●●...|", "|...●○...|", "白番"),
        counted,
        one,
        shown.to_owned(),
    ] {
        let pasted = read(&text, None).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(pasted.format, Format::Position, "{text}");
        assert_eq!(pasted.record.start.as_deref(), Some(line), "{text}");
    }
}

#[test]
fn a_start_position_and_what_show_prints_are_positions() {
    let start = "---------------------------OX------XO--------------------------- X";
    let board = "   a b c d e f g h\n 1 . . . . . . . . 1\n 4 . . + O X . . . 4\n\nto move: black\nlegal:   d3 c4 f5 e6\n";
    for text in [
        start.to_owned(),
        format!("position: {start}"),
        format!("{board}\nposition: {start}\n"),
    ] {
        let expected = (Format::Position, "reversi-8x8".into(), String::new());
        assert_eq!(understood(&text), expected, "{text}");
    }
    let shogi = YoninShogi::start(&Default::default());
    let line = format!("position: {}", shogi.position_text());
    assert_eq!(understood(&line).1, "yonin-shogi");
    for nothing in ["", " ", "12.", "-", "position:"] {
        assert_eq!(
            read(nothing, None),
            Err(PastedError::Unknown),
            "{nothing:?}"
        );
    }
}

#[test]
fn moves_of_other_games_are_found_out() {
    let shogi = YoninShogi::start(&Default::default());
    let first = shogi.move_text(shogi.legal()[0]);
    let (from, to) = first.split_at(2);
    let expected = (Format::Moves, "yonin-shogi".into(), first.clone());
    assert_eq!(understood(&format!("1. {from}-{to}")), expected);
    assert_eq!(understood("g6 e7").1, "reversi-10x10");
    let six: GameName = "reversi-6x6".parse().unwrap();
    assert_eq!(read("c2", Some(&six)).unwrap().record.game, "reversi-6x6");
}

#[test]
fn ggf_and_sgf_bring_the_names() {
    let ggf = "(;GM[Othello]PC[GGS]PB[Aya]PW[Ｋｅｎ]TY[8]\
               BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)";
    let sgf = "(;GM[2]FF[4]PB[Aya]PW[Ｋｅｎ];B[f5];W[d6])";
    for (text, format) in [(ggf, Format::Ggf), (sgf, Format::Sgf)] {
        let pasted = read(text, None).expect("a game");
        assert_eq!((pasted.format, pasted.record.moves.len()), (format, 2));
        let names: Vec<_> = pasted.record.seats.iter().map(|s| &*s.name).collect();
        assert_eq!(names, ["Aya", "Ｋｅｎ"]);
    }
    for nothing in ["(;)", "(;GM[2]PB[Aya])"] {
        assert!(
            matches!(read(nothing, None), Err(PastedError::Empty)),
            "{nothing}"
        );
    }
    let error = read("(;GM[2];B[f5];W[a1])", None).unwrap_err().to_string();
    assert_eq!(error, "this is SGF, but move 2 \"a1\" is not legal");
}

#[test]
fn games_beside_each_other_are_several() {
    let one = "(;GM[2]PB[Aya (1]C[a \\] ) b];B[f5];W[d6](;B[c3])(;B[c4]))";
    let two = "(;GM[Othello]PB[Ken]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)";
    assert_eq!(
        read(one, None).map(|pasted| pasted.record.moves.len()),
        Ok(3)
    );
    assert_eq!(several(one), None);
    for text in [format!("{one}{two}"), format!("{one}\n{two}\n")] {
        assert_eq!(several(&text), Some(vec![one.to_owned(), two.to_owned()]));
        assert_eq!(read(&text, None), Err(PastedError::Many(2)));
    }
}

#[test]
fn boards_are_read_as_lines_and_as_rows() {
    let line = "--------------------------XXX------XO--------------------------- O";
    let drawn = "  a b c d e f g h\n1 - - - - - - - -\n2 - - - - - - - -\n3 - - - - - - - -\n\
                 4 - - X X X - - -\n5 - - - X O - - -\n6 - - - - - - - -\n7 - - - - - - - -\n\
                 8 - - - - - - - -\nwhite to move";
    let discs = "・・・・・・・・\n・・・・・・・・\n・・・・・・・・\n・・●●●・・・\n\
                 ・・・●○・・・\n・・・・・・・・\n・・・・・・・・\n・・・・・・・・\n○";
    for text in [line, drawn, discs] {
        let pasted = read(text, None).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(pasted.format, Format::Position, "{text}");
        assert!(pasted.record.moves.is_empty());
        let start = pasted.record.start.expect("it is not the usual start");
        assert_eq!(start, line);
    }
    let on = read(&format!("{line}\n1. c3 2. d3"), None).expect("a game");
    assert_eq!((on.format, on.record.moves.len()), (Format::Moves, 2));
}

/// Whatever this program writes comes back, with its own start and the seats that went out.
#[test]
fn what_is_written_comes_back() {
    for game in [
        "othello",
        "yonin:start=own,pairs=yes",
        "yonin-shogi:rules=doubles",
        "reversi-88",
    ] {
        let name: GameName = game.parse().unwrap();
        with_game!(&name, G, rules => {
            let reached = G::start(rules).after(G::start(rules).legal()[0]);
            let reached = G::parse_position(rules, &reached.position_text()).unwrap();
            for start in [G::start(rules), reached] {
                let mut line = GameLine::new(start);
                for ply in 0..5 {
                    let m = *line.position().legal().last().unwrap();
                    line.play(m).unwrap();
                    if ply == 3 && line.start().facts().seats > 2 {
                        assert!(line.put_out(Seat::new(2), Exit::Resigned));
                    }
                }
                let record = Record::of_line(&name, &line);
                let written = record.to_transcript().unwrap();
                let read_again = read(&written, None).unwrap_or_else(|e| panic!("{written}: {e}"));
                assert_eq!(read_again.format, Format::Transcript);
                assert_eq!(read_again.record, record, "{written}");
                assert_eq!(read(&record.to_json(), None).unwrap().record, record);
            }
        });
    }
}

#[test]
fn what_is_no_game_is_refused_in_one_sentence() {
    for (text, problem) in [
        ("", "this is no game"),
        ("hello world", "this is no game"),
        ("42", "this is no game"),
        ("h1 d6", "move 1 \"h1\" is not legal"),
        ("f5 d6 a1", "move 3 \"a1\" is not legal"),
        ("1. f5 2. d7", "move 2"),
        ("{}", "no record"),
        ("[chess 1]e4", "no game \"chess\""),
        ("(;GM[2]", "SGF"),
    ] {
        let error = read(text, None).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
        assert_eq!(error.lines().count(), 1, "{text}: {error}");
    }
}

#[test]
fn what_is_longer_than_any_game_is_not_read() {
    let passes = format!("yonin {}", "-- ".repeat(340_000));
    let start = std::time::Instant::now();
    assert_eq!(read(&passes, None), Err(PastedError::Long));
    let record = Record::of_line(
        &GameName::Reversi8x8(()),
        &GameLine::new(Othello::start(&())),
    );
    let mut long = record.clone();
    long.moves = vec![crate::Entry::default(); MOST_PLIES + 1];
    let said = read(&long.to_json(), None);
    assert_eq!(said, Err(PastedError::Plies(MOST_PLIES + 1)));
    assert!(start.elapsed() < std::time::Duration::from_secs(1));
    // What is around a text is not part of it.
    let padded = format!("f5d6{}", " ".repeat(2 * MOST_TEXT));
    assert!(read(&padded, None).is_ok());
}

#[test]
fn only_players_have_levels() {
    let mut record = read("f5 d6", None).unwrap().record;
    assert_eq!(record.check_levels(), Ok(()));
    record.seats[1] = Sitter::ai("level-reversi-3", Some(3));
    assert_eq!(record.check_levels(), Ok(()));
    record.seats[1].level = Some(99);
    assert_eq!(record.check_levels(), Err(RecordError::Level(99)));
    record.seats[1] = Sitter {
        level: Some(3),
        ..Sitter::person("Aya")
    };
    assert_eq!(record.check_levels(), Err(RecordError::Level(3)));
    record.seats[1] = Sitter::default();
    record.moves[1].by = Some(Sitter::ai("level-reversi-3", Some(0)));
    assert_eq!(record.check_levels(), Err(RecordError::Level(0)));
}

/// Every title that the page shows, in each of its languages.
#[test]
fn games_are_known_by_their_titles() {
    let moves = |game: &str| match game {
        "reversi-6x6" => "c2",
        "reversi-4x4" => "b1",
        "reversi-10x10" | "reversi-88" | "reversi-octagon" => "e4",
        "reversi-nipp" => "d3",
        "yonin" => "d3 c3",
        "yonin-shogi" => "4h4g",
        _ => "f5 d6",
    };
    let pages = [
        include_str!("../../../../../web/src/i18n/en.ts"),
        include_str!("../../../../../web/src/i18n/ja.ts"),
        include_str!("../../../../../web/src/i18n/kana.ts"),
    ];
    for page in pages {
        let (_, games) = page.split_once("\n  games: {\n").unwrap();
        let (games, _) = games.split_once("\n  }").unwrap();
        assert!(games.lines().count() >= 9, "{games}");
        for line in games.lines() {
            let (game, rest) = line.split_once(": { name: '").unwrap();
            let (title, _) = rest.split_once('\'').unwrap();
            let game = game.trim().trim_matches('\'');
            for between in ["\n", " ", ": ", "："] {
                let text = format!("{title}{between}{}", moves(game));
                assert_eq!(understood(&text).1, game, "{text}");
            }
        }
    }
    assert_eq!(understood("四人将棋 ４七歩").1, "yonin-shogi");
    assert_eq!(understood("四人将棋４七歩").1, "yonin-shogi");
}
