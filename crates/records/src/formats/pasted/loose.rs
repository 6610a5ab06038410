//! What people mean by a text that is written as no format says: moves among comments and names, an address
//! that holds them, a game in the words of another program, boards in other letters, moves of Yonin-shogi in
//! Japanese.

use rules::Game;
use rules::GameName;
use rules::line::{GameLine, LineError};
use rules::yonin_shogi::YoninShogi;
use serde_json::Value;

use super::{Format, Pasted, PastedError, bare, plain, strictly};
use crate::Record;
use crate::formats::japanese;

type Reading = Result<Pasted, PastedError>;

/// Returns what a text means, or why that cannot be played; nothing if it means nothing.
pub(super) fn read(text: &str, game: Option<&GameName>) -> Option<Reading> {
    let text = bare(text);
    if text.starts_with('{') {
        return json(text, game);
    }
    if text.starts_with("http://") || text.starts_with("https://") {
        return address(text, game);
    }
    if let Some(start) = text.find("(;").filter(|&start| start > 0) {
        return strictly(&text[start..], game).ok().map(Ok);
    }
    let text = plain(text);
    let (named, text) = named(&text);
    let game = named.as_ref().or(game);
    if named.is_some()
        && let Ok(pasted) = strictly(text, game)
    {
        return Some(Ok(pasted));
    }
    shogi(text, game)
        .or_else(|| grid(text, game))
        .or_else(|| moves(text, game))
}

/// A list of moves, or the games of a class, in JSON.
fn json(text: &str, game: Option<&GameName>) -> Option<Reading> {
    let value: Value = serde_json::from_str(text).ok()?;
    if let Some(games) = value["games"].as_array() {
        return match &games[..] {
            [one] => Some(strictly(&one.to_string(), game)),
            [] => Some(Err(PastedError::Empty)),
            games => Some(Err(PastedError::Many(games.len()))),
        };
    }
    let named: Option<GameName> = value["game"].as_str().and_then(|name| name.parse().ok());
    let moves: Option<Vec<&str>> = value["moves"]
        .as_array()?
        .iter()
        .map(Value::as_str)
        .collect();
    let moves = moves.filter(|moves| !moves.is_empty())?.join(" ");
    Some(strictly(&moves, named.as_ref().or(game)))
}

/// Whatever part of an address can be played: own addresses name game and start, others hold moves.
fn address(text: &str, game: Option<&GameName>) -> Option<Reading> {
    let (path, rest) = text.split_at(text.find(['?', '#']).unwrap_or(text.len()));
    let last = path.rsplit('/').next().unwrap_or_default();
    let pairs = rest.split(['?', '&', '#']).filter(|part| !part.is_empty());
    let pairs: Vec<(String, String)> = pairs
        .map(|pair| pair.split_once('=').unwrap_or(("", pair)))
        .chain([("", last)])
        .map(|(key, value)| (key.to_owned(), decoded(value)))
        .collect();
    let named = pairs.iter().find(|(key, _)| key == "game");
    let named: Option<GameName> = named.and_then(|(_, name)| name.parse().ok());
    let game = named.as_ref().or(game);
    let mut read = pairs
        .iter()
        .filter_map(|(_, value)| strictly(value, game).ok());
    read.next().map(Ok)
}

/// Returns a part of an address as it was meant.
fn decoded(part: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = part.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        rest = match (first, byte) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                &tail[2..]
            }
            (b'+', _) => {
                bytes.push(b' ');
                tail
            }
            _ => {
                bytes.push(*first);
                tail
            }
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What the page calls games, in all its languages, without blanks and dashes.
const TITLES: [(&str, &str); 22] = [
    ("othello", "reversi-8x8"),
    ("miniothello", "reversi-6x6"),
    ("tinyothello", "reversi-4x4"),
    ("grandothello", "reversi-10x10"),
    ("eightyeight", "reversi-88"),
    ("octagon", "reversi-octagon"),
    ("nipp", "reversi-nipp"),
    ("yonin", "yonin"),
    ("yoninshogi", "yonin-shogi"),
    ("オセロ", "reversi-8x8"),
    ("ミニオセロ", "reversi-6x6"),
    ("極小オセロ", "reversi-4x4"),
    ("ちびオセロ", "reversi-4x4"),
    ("グランドオセロ", "reversi-10x10"),
    ("エイティエイト", "reversi-88"),
    ("八角盤", "reversi-octagon"),
    ("はっかく", "reversi-octagon"),
    ("ニップ", "reversi-nipp"),
    ("四人リバシ", "yonin"),
    ("よにんリバシ", "yonin"),
    ("四人将棋", "yonin-shogi"),
    ("よにんしょうぎ", "yonin-shogi"),
];

/// Cuts off the game that a text names first, as in `yonin d3`, by the name of commands or that of the page.
fn named(text: &str) -> (Option<GameName>, &str) {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match first.trim_end_matches(':').to_lowercase().parse() {
        Ok(GameName::Tree(_)) | Err(_) => titled(text),
        Ok(game) => (Some(game), rest),
    }
}

/// Cuts off the title of a game. Titles have blanks, and Japanese has none behind them.
fn titled(text: &str) -> (Option<GameName>, &str) {
    let mut longest = (None, text);
    for (title, game) in TITLES {
        let mut rest = text;
        let mut signs = title.chars();
        let is_here = signs.all(|sign| {
            rest = rest.trim_start_matches([' ', '-']);
            let here = rest.chars().next();
            let here = here.filter(|here| here.to_lowercase().eq([sign]));
            rest = &rest[here.map_or(0, char::len_utf8)..];
            here.is_some()
        });
        let goes_on = rest.starts_with(char::is_alphanumeric) && title.is_ascii();
        if is_here && !goes_on && rest.len() < longest.1.len() {
            let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || ":-".contains(c));
            longest = (game.parse().ok(), rest);
        }
    }
    longest
}

/// Moves among numbers, names of seats, comments and results, below titles.
fn moves(text: &str, game: Option<&GameName>) -> Option<Reading> {
    let text = without_comments(text).replace("--", " pass ");
    let mut moves: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line.replace("手目", " ").replace('手', " ");
        let words = line.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|word| !is_noise(word));
        let read: Vec<Option<String>> = words.map(move_in).collect();
        match read.iter().flatten().count() {
            // A title, or names.
            0 => {}
            all if all == read.len() => moves.extend(read.into_iter().flatten()),
            _ => return None,
        }
    }
    (!moves.is_empty()).then(|| strictly(&moves.join(" "), game))
}

/// Cuts out what stands in brackets and is neither a move nor a number.
fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(open) = rest.find(['(', '{']) {
        let close = if rest[open..].starts_with('(') {
            ')'
        } else {
            '}'
        };
        let Some(length) = rest[open..].find(close) else {
            break;
        };
        let inside = &rest[open + 1..open + length];
        kept.push_str(&rest[..open]);
        kept.push(' ');
        if is_noise(inside) || move_in(inside).is_some() {
            kept.push_str(inside);
            kept.push(' ');
        }
        rest = &rest[open + length + 1..];
    }
    kept + rest
}

/// Reports whether a word among moves is none: nothing, a number, or whose move it is.
fn is_noise(word: &str) -> bool {
    const SEATS: [&str; 8] = ["x", "o", "b", "w", "black", "white", "x番", "o番"];
    word.chars().all(|c| c.is_ascii_digit()) || SEATS.contains(&&*word.to_lowercase())
}

/// Returns the moves that a word consists of, with or without the seat before them.
fn move_in(word: &str) -> Option<String> {
    let word = word.to_ascii_lowercase();
    if ["pass", "pa", "ps"].contains(&&*word) {
        return Some("--".to_owned());
    }
    let are_moves = |text: &str| {
        let mut rest = text;
        while let Some(tail) = rest.strip_prefix(|c| ('a'..='j').contains(&c)) {
            let digits = tail.len() - tail.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if !(1..=2).contains(&digits) {
                return false;
            }
            rest = &tail[digits..];
        }
        rest.is_empty() && !text.is_empty()
    };
    let bare = word.strip_prefix(['x', 'o', 'b', 'w']).unwrap_or(&word);
    [&word, bare]
        .into_iter()
        .find(|text| are_moves(text))
        .map(str::to_owned)
}

/// A board in rows, or in one, in letters that are not those of position lines: W and B, 0, 1 and 2, with a sign
/// for legal squares, in a frame.
fn grid(text: &str, game: Option<&GameName>) -> Option<Reading> {
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            line.chars()
                .filter(|c| !c.is_whitespace() && !"|│┃".contains(*c))
                .collect()
        })
        .collect();
    let side = |side: usize| {
        let rows: Vec<&str> = lines.iter().filter_map(|line| row(line, side)).collect();
        (rows.len() == side).then(|| rows.concat())
    };
    let whole = || {
        let first = text.split_whitespace().next()?;
        [4, 6, 8, 10]
            .into_iter()
            .find_map(|side| row(first, side * side))
            .map(str::to_owned)
    };
    let drawn = [8, 6, 4, 10].into_iter().find_map(side).or_else(whole)?;
    let counted = drawn.chars().all(|c| "012".contains(c)) && drawn.contains('0');
    let square = |c: char| match (c.to_ascii_lowercase(), counted) {
        ('0', true) | ('.' | '-' | '+' | '_', _) => '-',
        ('1', true) | ('x' | '*' | 'b', _) => 'X',
        _ => 'O',
    };
    let squares: String = drawn.chars().map(square).collect();
    let turn = match turn_of(text).unwrap_or("X") {
        "1" if counted => "X",
        "2" if counted => "O",
        turn => turn,
    };
    Some(strictly(&format!("{squares} {turn}"), game)).filter(Result::is_ok)
}

/// Returns the squares of a row without its name at one end or both.
fn row(line: &str, side: usize) -> Option<&str> {
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let is_row = |text: &&str| text.chars().all(|c| "XxOo*BbWw012.-+_".contains(c));
    if !line.is_ascii() || line.len() < side {
        return None;
    }
    let over = line.len() - side;
    let places: &[usize] = if over == 0 { &[0] } else { &[over / 2, over] };
    let mut cut = places.iter().filter_map(|&before| {
        let (label, rest) = line.split_at(before);
        let (row, label_too) = rest.split_at(side);
        (over <= 4 && digits(label) && digits(label_too)).then_some(row)
    });
    cut.find(is_row)
}

/// Returns whose turn it is, if a text says so: in a line of its own, after `to move:`, or behind the squares.
fn turn_of(text: &str) -> Option<&'static str> {
    let mut lines = text.lines().rev().map(str::trim);
    lines.find_map(|line| {
        let line = line.to_lowercase();
        let said = line.strip_prefix("to move:").unwrap_or(&line).trim();
        let word = match said.split_once(' ') {
            Some((squares, turn)) if squares.len() >= 16 => turn,
            Some((turn, "to move")) => turn,
            Some(_) => return None,
            None => said,
        };
        match word.trim_end_matches('番') {
            "x" | "*" | "b" | "black" => Some("X"),
            "o" | "w" | "white" => Some("O"),
            "1" => Some("1"),
            "2" => Some("2"),
            "3" => Some("3"),
            "4" => Some("4"),
            _ => None,
        }
    })
}

/// Moves of Yonin-shogi as Japanese players write them, and as the page does for children.
fn shogi(text: &str, game: Option<&GameName>) -> Option<Reading> {
    const KANA: [(&str, &str); 13] = [
        ("ならない", "不成"),
        ("なる", "成"),
        ("うつ", "打"),
        ("ひしゃ", "飛"),
        ("ぎん", "銀"),
        ("きん", "金"),
        ("りゅう", "竜"),
        ("おう", "王"),
        ("ふ", "歩"),
        ("龍", "竜"),
        ("玉", "王"),
        ("手目", " "),
        ("車", ""),
    ];
    let text = KANA
        .iter()
        .fold(ranks(text), |text, (kana, kanji)| text.replace(kana, kanji));
    if !text.contains(['歩', '銀', '金', '飛', 'と', '竜', '王']) {
        return None;
    }
    let name = match game {
        Some(name @ GameName::YoninShogi(_)) => name.clone(),
        Some(_) => return None,
        None => "yonin-shogi"
            .parse()
            .expect("games are found by their names"),
    };
    let GameName::YoninShogi(rules) = &name else {
        return None;
    };
    let mut line = GameLine::new(YoninShogi::start(rules));
    let mut rest = &*text;
    loop {
        rest = rest.trim_start_matches(|c: char| {
            c.is_whitespace() || ".,:;|/)▲△▼▽☗☖⛊⛉南西北東先後".contains(c)
        });
        if rest.is_empty() {
            break;
        }
        let position = line.position();
        let written = |m| ranks(&plain(&japanese::text(position, m)));
        let legal = position.legal();
        let read = legal
            .iter()
            .map(|&m| (m, written(m).len(), rest.starts_with(&written(m))));
        let read = read
            .filter(|(_, _, fits)| *fits)
            .max_by_key(|(_, length, _)| *length);
        let Some((m, length, _)) = read else {
            // The number of a move stands before it.
            let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            if behind.len() < rest.len() && behind.starts_with(['.', ' ', ')', ':', '\t']) {
                rest = behind;
                continue;
            }
            let part = rest.split_whitespace().next().unwrap_or(rest);
            let part: String = part.chars().take(12).collect();
            return Some(Err(refused(&mut line, &part)));
        };
        rest = &rest[length..];
        if line.play(m).is_err() {
            return None;
        }
    }
    let record = Record::of_line(&name, &line);
    (!record.moves.is_empty()).then_some(Ok(Pasted {
        format: Format::Moves,
        record,
    }))
}

fn refused(line: &mut GameLine<YoninShogi>, text: &str) -> PastedError {
    match line.play_text(text) {
        Err(error) => LineError::from(error).into(),
        Ok(_) => PastedError::Unknown,
    }
}

/// Returns a text with ranks as figures.
fn ranks(text: &str) -> String {
    let figure = |c: char| match "一二三四五六七八九".chars().position(|rank| rank == c) {
        Some(rank) => char::from(b'1' + rank as u8),
        None => c,
    };
    text.chars().map(figure).collect()
}
