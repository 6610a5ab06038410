// Generated from the server's types; do not edit.
// `KAESU_UPDATE=1 cargo test -p kaesu-server --test typescript` writes it anew.

export type PositionView = {
/**
 * How many plies led to it.
 */
ply: number,
/**
 * Whose turn it is; nobody's when the game is over.
 */
turn: number | null,
/**
 * What stands on the board.
 */
board: BoardView,
/**
 * The legal moves of the seat to move.
 */
legal: Array<LegalMove>,
/**
 * What the game counts, per seat: discs, territory, pieces.
 */
scores: Array<number>,
/**
 * Ranks as the position stands, per seat; equal seats share the better one.
 */
ranks: Array<number>,
/**
 * Whether the game is over.
 */
finished: boolean,
/**
 * The position in one line, which can be pasted as a start.
 */
line: string, };

export type BoardView = { "kind": "discs" } & DiscBoard | { "kind": "pieces" } & PieceBoard;

export type DiscBoard = {
/**
 * Rows.
 */
rows: number,
/**
 * Columns.
 */
columns: number,
/**
 * Every cell, row by row.
 */
cells: Array<Cell>,
/**
 * The cells of each seat's territory; no list where the game has none.
 */
territories: Array<Array<number>>,
/**
 * The cells where each seat may never place; no list where there are none.
 */
forbidden: Array<Array<number>>, };

export type Cell = "outside" | "empty" | "black" | "white";

export type PieceBoard = {
/**
 * Rows.
 */
rows: number,
/**
 * Columns.
 */
columns: number,
/**
 * Every cell, row by row.
 */
cells: Array<PieceView | null>,
/**
 * What each seat can drop.
 */
hands: Array<Array<InHand>>,
/**
 * The seats whose kings are attacked.
 */
checks: Array<number>,
/**
 * The seats that are out.
 */
out: Array<number>,
/**
 * How many kings each seat has mated.
 */
mates: Array<number>, };

export type PieceView = {
/**
 * What it is when it is not promoted.
 */
kind: PieceKind,
/**
 * Whether it is promoted.
 */
promoted: boolean,
/**
 * Whose it is; nobody's if it is inert.
 */
owner: number | null,
/**
 * The seat whose pieces look this way.
 */
facing: number,
/**
 * Whether it is the wall a king has become.
 */
wall: boolean, };

export type PieceKind = "pawn" | "silver" | "gold" | "rook" | "king";

export type InHand = {
/**
 * The kind.
 */
kind: PieceKind,
/**
 * How many, at least one.
 */
count: number, };

export type LegalMove = {
/**
 * The move as people write it.
 */
text: string,
/**
 * The same as it is written in Japanese, where that differs.
 */
textJa: string | null,
/**
 * The cell a disc is placed on or a piece goes to; none for a pass.
 */
to: number | null,
/**
 * The cell a piece comes from.
 */
from: number | null,
/**
 * The kind that is dropped.
 */
drop: PieceKind | null,
/**
 * Whether the piece promotes. Two moves that differ in this alone are a choice.
 */
promotes: boolean,
/**
 * The cells whose discs it would turn.
 */
turns: Array<number>, };

export type Ply = {
/**
 * Counted from 1.
 */
number: number,
/**
 * Who moved, or went out.
 */
seat: number,
/**
 * What happened.
 */
kind: PlyKind,
/**
 * The move as people write it; empty if it was none.
 */
text: string,
/**
 * The same as it is written in Japanese, where that differs.
 */
textJa: string | null,
/**
 * The cell the disc or piece came to.
 */
to: number | null,
/**
 * The cell the piece came from.
 */
from: number | null,
/**
 * The cells whose discs were turned, nearest to the placed disc first.
 */
turned: Array<number>,
/**
 * What has to be said aloud about it.
 */
announcements: Array<Announcement>,
/**
 * How long the seat thought, in milliseconds.
 */
ms: number,
/**
 * In records: who did it, if that was not whom the record names at the seat.
 */
by?: Sitter, };

export type PlyKind = "move" | "pass" | "resign" | "time";

export type Announcement = { "kind": "pass",
/**
 * Who passed.
 */
seat: number, } | { "kind": "check",
/**
 * Whose king.
 */
seat: number, } | { "kind": "jump",
/**
 * Whose turn it is instead.
 */
to: number,
/**
 * Who was passed over, in order.
 */
over: Array<number>, } | { "kind": "mate",
/**
 * Who is mated.
 */
seat: number,
/**
 * Who gets the credit.
 */
by: number, } | { "kind": "out",
/**
 * Who is out.
 */
seat: number, };

export type SeatView = {
/**
 * As short as the game writes it: `black`, `1`, `S`.
 */
name: string,
/**
 * Where it sits.
 */
place: Place,
/**
 * The colour of its discs, in games of discs.
 */
colour: Colour | null,
/**
 * Which team it belongs to, where seats play together.
 */
team: number | null, };

export type Place = "bottom" | "left" | "top" | "right" | "top-left" | "top-right" | "bottom-right" | "bottom-left";

export type Colour = "black" | "white";

export type RoomView = {
/**
 * The token that invites: whoever knows it may watch and take an open seat.
 */
room: string,
/**
 * The game with its options.
 */
game: string,
/**
 * How its seats are shown.
 */
seats: Array<SeatView>,
/**
 * Which game of this room it is, from 1.
 */
number: number,
/**
 * Whether it is played.
 */
status: Status,
/**
 * Who sits where.
 */
sittings: Array<SittingView>,
/**
 * Who watches, by name; an empty one belongs to somebody who gave none.
 */
spectators: Array<string>,
/**
 * The board as it stands.
 */
position: PositionView,
/**
 * What was played.
 */
plies: Array<Ply>,
/**
 * How time is counted, if it is.
 */
clock: TimeControl | null,
/**
 * The clocks; none if time is not counted.
 */
clocks: Clocks | null,
/**
 * Whether hints and evaluations may be asked for during the game.
 */
assist: boolean,
/**
 * Whether it counts in a class: nobody else may play for those who sit there.
 */
counts: boolean,
/**
 * An undo that waits for agreement.
 */
undo: Offer | null,
/**
 * A rematch that waits for agreement.
 */
rematch: Offer | null,
/**
 * A player that gave no move.
 */
failure: PlayerFailure | null,
/**
 * How the game ended.
 */
result: GameResult | null,
/**
 * What entertaining players did on purpose: told after the end, not before.
 */
notes: Array<NoteView>,
/**
 * The record of this game.
 */
record: string, };

export type Status = "waiting" | "playing" | "finished";

export type SittingView = {
/**
 * Who sits there; nobody while it is open.
 */
sitter: Sitter | null,
/**
 * Whether an AI sits there, or a device of the person is connected.
 */
present: boolean,
/**
 * Whether others may let an AI play on in the person's name, or claim the game, by now.
 */
replaceable: boolean,
/**
 * Who plays in the person's name until they are back.
 */
standIn: Sitter | null, };

export type Occupant = { "kind": "open" } | { "kind": "me" } | { "kind": "level",
/**
 * 1 lets a child win, 10 is full strength.
 */
level: number, } | { "kind": "player",
/**
 * The name, as in the list of players.
 */
player: string, };

export type Sitter = {
/**
 * The person's name, or the player's; empty if none was given.
 */
name: string,
/**
 * The player file, if it is an AI.
 */
player?: string,
/**
 * Its level, if it was chosen by level.
 */
level?: number, };

export type TimeControl = {
/**
 * Seconds for the game.
 */
main: number,
/**
 * Seconds added after every move.
 */
increment: number, } | {
/**
 * Seconds for the game.
 */
main: number,
/**
 * Seconds of a period.
 */
period: number,
/**
 * The number of periods.
 */
periods: number, };

export type Clocks = {
/**
 * Milliseconds left per seat, without periods.
 */
left: Array<number>,
/**
 * Periods left per seat.
 */
periods: Array<number>,
/**
 * Whose clock runs, if one does.
 */
running: number | null, };

export type Offer = {
/**
 * Who asked.
 */
by: number,
/**
 * The seats that agree, the asking one included.
 */
agreed: Array<number>,
/**
 * The seats still to be heard.
 */
waiting: Array<number>,
/**
 * For a rematch: whether everybody moves on by one seat.
 */
rotate: boolean, };

export type GameResult = {
/**
 * The rank of each seat; 1 is the best.
 */
ranks: Array<number>,
/**
 * The score of each seat, as the game counts it.
 */
scores: Array<number>,
/**
 * What ended it.
 */
reason: Reason,
/**
 * The seat that resigned or ran out of time, if one did.
 */
by?: number, };

export type Reason = "played" | "resigned" | "time";

export type Format = "record" | "transcript" | "moves" | "position" | "ggf" | "sgf" | "class";

export type PlayerFailure = {
/**
 * Which seat.
 */
seat: number,
/**
 * A word for programs: `programs-full` if as many other programs play as may, `no-answer` if none came in
 * time, `illegal-move`, else `failed`.
 */
code: string,
/**
 * Who failed and in what manner, in one sentence; the log of the server has the details.
 */
message: string, };

export type NoteView = {
/**
 * Which ply, from 1.
 */
ply: number,
/**
 * Who.
 */
seat: number,
/**
 * What kind of thing: `expectation` or `surprise`.
 */
kind: string,
/**
 * What it cost by the player's own evaluation, in its units.
 */
cost: number, };

export type Event = { "event": "played",
/**
 * The ply.
 */
ply: Ply,
/**
 * The board after it.
 */
position: PositionView,
/**
 * The clocks after it.
 */
clocks: Clocks | null,
/**
 * The result, if it was the last.
 */
result: GameResult | null,
/**
 * What players did on purpose, if it was the last.
 */
notes: Array<NoteView>, } | { "event": "undone",
/**
 * The board as it stands now; `position.ply` plies are left.
 */
position: PositionView,
/**
 * The clocks as they stand now.
 */
clocks: Clocks | null, } | { "event": "undo",
/**
 * How it stands.
 */
offer: Offer | null, } | { "event": "rematch",
/**
 * How it stands.
 */
offer: Offer | null, } | { "event": "started",
/**
 * The room.
 */
room: RoomView, } | { "event": "sitting",
/**
 * Which seat.
 */
seat: number,
/**
 * Who sits there now.
 */
sitting: SittingView,
/**
 * Whether the game can go on.
 */
status: Status,
/**
 * Clocks may stand still while a seat is open.
 */
clocks: Clocks | null, } | { "event": "failure",
/**
 * Which player, and why.
 */
failure: PlayerFailure | null, } | { "event": "spectators",
/**
 * Their names.
 */
names: Array<string>, };

export type Hello = {
/**
 * What the person wants to be called.
 */
name: string,
/**
 * A secret text by which this person's results are found again; may be empty.
 */
person: string,
/**
 * The tokens of the seats this client holds.
 */
seats: Array<string>,
/**
 * The token of the one who made the room.
 */
host: string | null,
/**
 * What the client has seen, if it comes back.
 */
seen: Seen | null, };

export type Seen = {
/**
 * The `epoch` of the snapshot; events are numbered anew when the server has restarted.
 */
epoch: string,
/**
 * The number of the last event it has seen.
 */
seq: number, };

export type Request = {
/**
 * Chosen by the client.
 */
id: number, } & ({ "action": "take",
/**
 * Which seat.
 */
seat: number, } | { "action": "free",
/**
 * Which seat.
 */
seat: number, } | { "action": "give",
/**
 * Which seat.
 */
seat: number,
/**
 * To whom.
 */
to: Occupant, } | { "action": "move",
/**
 * For which seat.
 */
seat: number,
/**
 * How many plies were played before: a move that comes too late is refused.
 */
ply: number,
/**
 * The move, as in `legal`.
 */
text: string, } | { "action": "undo",
/**
 * For which seat.
 */
seat: number,
/**
 * `false` declines or takes the question back.
 */
agree: boolean, } | { "action": "resign",
/**
 * For which seat.
 */
seat: number, } | { "action": "rematch",
/**
 * For which seat.
 */
seat: number,
/**
 * `false` declines or takes the offer back.
 */
agree: boolean,
/**
 * Whether everybody moves on by one seat; the one who offers decides.
 */
rotate: boolean, } | { "action": "claim",
/**
 * Which seat.
 */
seat: number, } | { "action": "retry",
/**
 * Which seat.
 */
seat: number, } | { "action": "hint" } | { "action": "evaluate",
/**
 * On or off.
 */
on: boolean, } | { "action": "rename",
/**
 * The new name.
 */
name: string, } | { "action": "ping" });

export type Action = { "action": "take",
/**
 * Which seat.
 */
seat: number, } | { "action": "free",
/**
 * Which seat.
 */
seat: number, } | { "action": "give",
/**
 * Which seat.
 */
seat: number,
/**
 * To whom.
 */
to: Occupant, } | { "action": "move",
/**
 * For which seat.
 */
seat: number,
/**
 * How many plies were played before: a move that comes too late is refused.
 */
ply: number,
/**
 * The move, as in `legal`.
 */
text: string, } | { "action": "undo",
/**
 * For which seat.
 */
seat: number,
/**
 * `false` declines or takes the question back.
 */
agree: boolean, } | { "action": "resign",
/**
 * For which seat.
 */
seat: number, } | { "action": "rematch",
/**
 * For which seat.
 */
seat: number,
/**
 * `false` declines or takes the offer back.
 */
agree: boolean,
/**
 * Whether everybody moves on by one seat; the one who offers decides.
 */
rotate: boolean, } | { "action": "claim",
/**
 * Which seat.
 */
seat: number, } | { "action": "retry",
/**
 * Which seat.
 */
seat: number, } | { "action": "hint" } | { "action": "evaluate",
/**
 * On or off.
 */
on: boolean, } | { "action": "rename",
/**
 * The new name.
 */
name: string, } | { "action": "ping" };

export type Message = { "type": "snapshot",
/**
 * Which numbering of events this belongs to.
 */
epoch: string,
/**
 * The number of the last event it contains.
 */
seq: number,
/**
 * The room.
 */
room: RoomView,
/**
 * What this client is here.
 */
you: You, } | { "type": "resumed",
/**
 * The number of the last event the client has seen.
 */
seq: number,
/**
 * What this client is here.
 */
you: You, } | { "type": "event",
/**
 * Numbered from 1 without gaps.
 */
seq: number, } & ({ "event": "played",
/**
 * The ply.
 */
ply: Ply,
/**
 * The board after it.
 */
position: PositionView,
/**
 * The clocks after it.
 */
clocks: Clocks | null,
/**
 * The result, if it was the last.
 */
result: GameResult | null,
/**
 * What players did on purpose, if it was the last.
 */
notes: Array<NoteView>, } | { "event": "undone",
/**
 * The board as it stands now; `position.ply` plies are left.
 */
position: PositionView,
/**
 * The clocks as they stand now.
 */
clocks: Clocks | null, } | { "event": "undo",
/**
 * How it stands.
 */
offer: Offer | null, } | { "event": "rematch",
/**
 * How it stands.
 */
offer: Offer | null, } | { "event": "started",
/**
 * The room.
 */
room: RoomView, } | { "event": "sitting",
/**
 * Which seat.
 */
seat: number,
/**
 * Who sits there now.
 */
sitting: SittingView,
/**
 * Whether the game can go on.
 */
status: Status,
/**
 * Clocks may stand still while a seat is open.
 */
clocks: Clocks | null, } | { "event": "failure",
/**
 * Which player, and why.
 */
failure: PlayerFailure | null, } | { "event": "spectators",
/**
 * Their names.
 */
names: Array<string>, }) | { "type": "done",
/**
 * Which.
 */
id: number, } | { "type": "refused",
/**
 * Which; none if the message could not be read.
 */
id: number | null,
/**
 * A word for programs.
 */
code: string,
/**
 * A sentence for people.
 */
message: string, } | { "type": "seat" } & SeatToken | { "type": "lost",
/**
 * Which seat.
 */
seat: number, } | { "type": "hint",
/**
 * After how many plies.
 */
ply: number,
/**
 * The move.
 */
text: string,
/**
 * What it is worth to each seat.
 */
values: Array<number>,
/**
 * In what.
 */
unit: Unit,
/**
 * How far that can be trusted.
 */
trust: Trust, } | { "type": "values",
/**
 * After how many plies.
 */
ply: number,
/**
 * The moves valued so far.
 */
moves: Array<MoveValue>,
/**
 * In what.
 */
unit: Unit,
/**
 * Whether nothing better will come for this position.
 */
done: boolean, } | { "type": "analysis",
/**
 * The record.
 */
record: string,
/**
 * Plies analysed.
 */
done: number,
/**
 * Plies in all.
 */
total: number, } | { "type": "class" } | { "type": "bye",
/**
 * Why, and what to do.
 */
message: string,
/**
 * Whether connecting again is of use.
 */
again: boolean, };

export type You = {
/**
 * The seats it holds.
 */
seats: Array<number>,
/**
 * Whether it made the room.
 */
host: boolean,
/**
 * Who played in its name while it was away.
 */
away: Array<Away>, };

export type Away = {
/**
 * Which seat.
 */
seat: number,
/**
 * Who played there.
 */
player: Sitter,
/**
 * How many moves.
 */
moves: number, };

export type MoveValue = {
/**
 * The move.
 */
text: string,
/**
 * What it is worth to each seat.
 */
values: Array<number>,
/**
 * Plies looked ahead, the move included.
 */
depth: number,
/**
 * In percent, how sure each guess was by which lines were cut short; 100 if nothing was guessed.
 */
confidence: number,
/**
 * Whether it is the value of the whole game.
 */
exact: boolean, };

export type Trust = {
/**
 * Plies looked ahead, the move included.
 */
depth: number,
/**
 * In percent, how sure each guess was by which lines were cut short; 100 if nothing was guessed.
 */
confidence: number,
/**
 * Whether it is the value of the whole game.
 */
exact: boolean, };

export type Unit = "discs" | "rank" | "points";

export type Failure = {
/**
 * A word for programs.
 */
code: string,
/**
 * A sentence for people: what was wrong, and what would be right.
 */
message: string, };

export type Info = {
/**
 * The version of the program.
 */
version: string,
/**
 * Where others can reach this server, for invitations; none if it listens on this machine
 * alone.
 */
addresses: Array<string>,
/**
 * Whether only this machine can reach it.
 */
loopback: boolean,
/**
 * Whether the request carried the token of the one who started the server.
 */
admin: boolean,
/**
 * Seconds a person may be absent before others may let an AI sit in.
 */
grace: number,
/**
 * The highest level of AIs, where a class has one.
 */
cap: number | null, };

export type GameEntry = {
/**
 * The name without options.
 */
name: string,
/**
 * One line about it.
 */
about: string,
/**
 * Its options.
 */
options: Array<GameOption>,
/**
 * How its seats are shown when no option is set.
 */
seats: Array<SeatView>,
/**
 * The board at its start when no option is set.
 */
board: BoardView, };

export type GameOption = {
/**
 * The key.
 */
key: string,
/**
 * What people call it.
 */
label: Label,
/**
 * The values, the default first.
 */
values: Array<OptionValue>,
/**
 * What it decides.
 */
about: string, };

export type OptionValue = {
/**
 * As it is written in the game's name.
 */
value: string,
/**
 * What people call it.
 */
label: Label, };

export type Label = {
/**
 * In English.
 */
en: string,
/**
 * In Japanese.
 */
ja: string, };

export type Players = {
/**
 * Every player that can play the game.
 */
players: Array<PlayerEntry>,
/**
 * The levels that can be chosen, the weakest first; at most ten.
 */
levels: Array<LevelEntry>,
/**
 * Who gives hints and analyses.
 */
strongest: string, };

export type PlayerEntry = {
/**
 * Its name, as the file is called.
 */
name: string,
/**
 * What people call it.
 */
title: string,
/**
 * The same in Japanese.
 */
titleJa: string | null,
/**
 * One line about it.
 */
about: string,
/**
 * The same in Japanese.
 */
aboutJa: string | null,
/**
 * The games it says it plays; none means any.
 */
games: Array<string>, };

export type LevelEntry = {
/**
 * 1 to 10.
 */
level: number,
/**
 * The player file behind it.
 */
player: string,
/**
 * What it means in words.
 */
about: string,
/**
 * The same in Japanese.
 */
aboutJa: string | null, };

export type CreateRoom = {
/**
 * The game with its options.
 */
game: string,
/**
 * Who shall sit where; an empty list leaves every seat open.
 */
seats: Array<Occupant>,
/**
 * How time is counted, if it is.
 */
clock: TimeControl | null,
/**
 * A transcript or a position line to start from; empty for the start of the game.
 */
start: string,
/**
 * Whether hints and evaluations may be asked for during the game.
 */
assist: boolean,
/**
 * What the person wants to be called.
 */
name: string,
/**
 * What the people on the asking one's seats are called, where several share one device: a name
 * per seat, an empty one or none for the person's own.
 */
names: Array<string>,
/**
 * The secret text by which this person's results are found again.
 */
person: string, };

export type QuickPlay = {
/**
 * The game with its options.
 */
game: string,
/**
 * The person's seat; none for a random one.
 */
seat: number | null,
/**
 * The AI of all other seats.
 */
against: Occupant,
/**
 * How time is counted, if it is.
 */
clock: TimeControl | null,
/**
 * What the person wants to be called.
 */
name: string,
/**
 * The secret text by which this person's results are found again.
 */
person: string, };

export type RoomCreated = {
/**
 * The token that invites.
 */
room: string,
/**
 * The token of the one who made the room: it may seat others and AIs.
 */
host: string,
/**
 * The seats of the one who made it.
 */
seats: Array<SeatToken>, };

export type SeatToken = {
/**
 * Which seat.
 */
seat: number,
/**
 * Whoever has it has the seat.
 */
token: string, };

export type Check = {
/**
 * The game with its options; the header of a transcript wins over it.
 */
game: string,
/**
 * A transcript, with or without header, or a position line.
 */
text: string, };

export type Checked = {
/**
 * The game with its options.
 */
game: string,
/**
 * How its seats are shown.
 */
seats: Array<SeatView>,
/**
 * The position line it starts from; none for the start of the game.
 */
start: string | null,
/**
 * The plies that lead to the position.
 */
plies: Array<Ply>,
/**
 * The position at the end.
 */
position: PositionView, };

export type Positions = {
/**
 * The positions after `from` to `to` plies, at most 100 at a time.
 */
positions: Array<PositionView>,
/**
 * How many plies there are in all.
 */
plies: number, };

export type RecordList = {
/**
 * The games of this page.
 */
records: Array<RecordEntry>,
/**
 * What to ask for as `before` to go on; none if this is all.
 */
next: string | null, };

export type RecordEntry = {
/**
 * The record.
 */
record: string,
/**
 * The game with its options.
 */
game: string,
/**
 * When it began: milliseconds since 1970, as a text.
 */
started: string,
/**
 * When it ended.
 */
ended: string | null,
/**
 * Who sat where.
 */
seats: Array<Sitter>,
/**
 * The seats of the one who asks.
 */
own: Array<number>,
/**
 * How many plies were played.
 */
plies: number,
/**
 * How many of them were moves: a pass is none, nor is a resignation.
 */
played: number,
/**
 * How it ended; none if it did not.
 */
result: GameResult | null,
/**
 * Whether it is still played.
 */
on: boolean,
/**
 * Whether the one who asks may delete it, once nobody plays it any more.
 */
mayDelete: boolean,
/**
 * The room, if the game is still on and the one who asks sits in it.
 */
room: string | null, };

export type RecordKept = {
/**
 * The record.
 */
record: string,
/**
 * Whether it was there already; of several, whether all were.
 */
known: boolean,
/**
 * How many games were read: one, or all of a class. The record is that of the first.
 */
games: number,
/**
 * How many of them were not there before.
 */
fresh: number, };

export type Understood = {
/**
 * What it is written in.
 */
format: Format,
/**
 * The game with its options.
 */
game: string,
/**
 * Who sat where.
 */
seats: Array<Sitter>,
/**
 * How many plies were played; a board without moves can be played from, and not kept.
 */
plies: number,
/**
 * How many of them were moves: a pass is none, nor is a resignation.
 */
played: number,
/**
 * How it ended; none if it did not.
 */
result: GameResult | null,
/**
 * The position it leads to.
 */
position: PositionView,
/**
 * The same record, if it is there already.
 */
known: string | null,
/**
 * How many games there are; of several, all else is said of the first.
 */
games: number,
/**
 * How many of them are not there yet.
 */
fresh: number, };

export type RecordView = {
/**
 * How its seats are shown.
 */
shown: Array<SeatView>,
/**
 * How time was counted, if it was.
 */
clock: TimeControl | null,
/**
 * What players did on purpose; none while the game is on.
 */
notes: Array<NoteView>,
/**
 * What was played.
 */
moves: Array<Ply>,
/**
 * The position before the first ply.
 */
start: PositionView,
/**
 * The moves in the game's own notation.
 */
transcript: string,
/**
 * The record.
 */
record: string,
/**
 * The game with its options.
 */
game: string,
/**
 * When it began: milliseconds since 1970, as a text.
 */
started: string,
/**
 * When it ended.
 */
ended: string | null,
/**
 * Who sat where.
 */
seats: Array<Sitter>,
/**
 * The seats of the one who asks.
 */
own: Array<number>,
/**
 * How many plies were played.
 */
plies: number,
/**
 * How many of them were moves: a pass is none, nor is a resignation.
 */
played: number,
/**
 * How it ended; none if it did not.
 */
result: GameResult | null,
/**
 * Whether it is still played.
 */
on: boolean,
/**
 * Whether the one who asks may delete it, once nobody plays it any more.
 */
mayDelete: boolean,
/**
 * The room, if the game is still on and the one who asks sits in it.
 */
room: string | null, };

export type PlyValues = {
/**
 * The position, with its legal moves.
 */
position: PositionView,
/**
 * Every legal move; none if the game is over there.
 */
moves: Array<MoveValue>,
/**
 * In what.
 */
unit: Unit, };

export type AnalysisState = {
/**
 * Positions that nothing better will come for.
 */
done: number,
/**
 * Positions in all.
 */
total: number,
/**
 * Whether it is being worked on.
 */
running: boolean,
/**
 * What was found: of a first look at every position while it is being worked on, and for good
 * when it is not.
 */
analysis: Analysis | null, };

export type Analysis = {
/**
 * Who was asked.
 */
player: string,
/**
 * What values are counted in.
 */
unit: Unit,
/**
 * The value of the position after 0, 1, 2… plies to each seat.
 */
values: Array<Array<number>>,
/**
 * How far each of them can be trusted; older analyses do not say.
 */
trust?: Array<Trust>,
/**
 * The moves that cost something, the worst first; older analyses tell three.
 */
costliest: Array<Costly>, };

export type Costly = {
/**
 * Which ply, from 1.
 */
ply: number,
/**
 * Who played it.
 */
seat: number,
/**
 * What was played.
 */
played: string,
/**
 * What would have been better.
 */
better: string,
/**
 * What it cost the seat that played it.
 */
cost: number,
/**
 * Whether that is exact; older analyses do not say.
 */
exact?: boolean, };

export type OwnResults = {
/**
 * One for each finished game.
 */
results: Array<OwnResult>, };

export type OwnResult = {
/**
 * The record.
 */
record: string,
/**
 * The game with its options.
 */
game: string,
/**
 * When it ended: milliseconds since 1970, as a text.
 */
ended: string,
/**
 * One's own seat.
 */
seat: number,
/**
 * One's own rank.
 */
rank: number,
/**
 * Whether another seat has the same rank: with two seats, a draw.
 */
shared: boolean,
/**
 * How many seats there were.
 */
seats: number,
/**
 * What the game counted for oneself.
 */
score: number,
/**
 * The best level among the AIs, if all were chosen by level.
 */
level: number | null,
/**
 * The AIs among the others.
 */
players: Array<Sitter>, };

export type ClassForm = "free" | "swiss" | "round-robin" | "fours";

export type ClassPlan = {
/**
 * How it is played.
 */
form: ClassForm,
/**
 * The game with its options.
 */
game: string,
/**
 * The highest level of AIs in the class, which is also that of those who fill seats.
 */
cap: number, };

export type ClassView = {
/**
 * What one types to come in.
 */
code: string,
/**
 * What the teacher decided.
 */
plan: ClassPlan,
/**
 * Rounds so far.
 */
round: number,
/**
 * Whether all games stand still.
 */
paused: boolean,
/**
 * Whether the class is over.
 */
ended: boolean,
/**
 * How everybody stands, best first.
 */
standing: Array<ClassRow>,
/**
 * The tables of this round, and those that pupils opened.
 */
tables: Array<ClassTable>,
/**
 * Whether the one who asks is the teacher.
 */
teacher: boolean,
/**
 * The code of the class that was ended before this one and can be exported, for the teacher.
 */
before: string | null,
/**
 * The one who asks, if a pupil.
 */
you: ClassYou | null, };

export type ClassRow = {
/**
 * The pupil's number.
 */
pupil: number,
/**
 * What the pupil is called.
 */
name: string,
/**
 * From 1; equals share the better one.
 */
place: number,
/**
 * Points so far.
 */
points: number,
/**
 * The points of those met, which tell equals apart.
 */
met: number,
/**
 * Games that are over.
 */
games: number,
/**
 * Whether a page of the pupil has asked within the last minute.
 */
here: boolean, };

export type ClassTable = {
/**
 * Where it is.
 */
room: string,
/**
 * The record of its game.
 */
record: string,
/**
 * Its game.
 */
game: string,
/**
 * Whether it belongs to the round.
 */
paired: boolean,
/**
 * Who sits on each seat: a name, nothing while it is open.
 */
names: Array<string | null>,
/**
 * The level of the AI on each seat, if one sits there.
 */
levels: Array<number | null>,
/**
 * How its seats are shown.
 */
seats: Array<SeatView>,
/**
 * Whose turn it is.
 */
turn: number | null,
/**
 * What each seat counts.
 */
scores: Array<number>,
/**
 * The rank of each seat, once it is over.
 */
ranks: Array<number> | null,
/**
 * The board, for those who asked for boards.
 */
board: BoardView | null, };

export type ClassYou = {
/**
 * The pupil's number.
 */
pupil: number,
/**
 * What the pupil is called.
 */
name: string,
/**
 * The table of this round, while its game is on.
 */
room: string | null,
/**
 * The seat there.
 */
seats: Array<SeatToken>,
/**
 * The table that the pupil opened, until its game is over or it is closed.
 */
opened: ClassOpened | null,
/**
 * Tables of earlier tournaments whose games were still on: they stand still.
 */
left: Array<string>, };

export type ClassOpened = {
/**
 * Where it is.
 */
room: string,
/**
 * The pupil's seat there.
 */
seats: Array<SeatToken>, };

export type ClassJoin = {
/**
 * The code of the class.
 */
code: string,
/**
 * What the pupil is called.
 */
name: string, };

export type ClassTeach = { "action": "plan",
/**
 * What is decided.
 */
plan: ClassPlan, } | { "action": "round",
/**
 * After how many: a page that has not seen the last one begins none.
 */
after: number, } | { "action": "close",
/**
 * Where it is.
 */
room: string, } | { "action": "pause",
/**
 * Whether they stand still.
 */
paused: boolean, } | { "action": "remove",
/**
 * The pupil's number.
 */
pupil: number, } | { "action": "same",
/**
 * The number of who came in anew.
 */
pupil: number,
/**
 * The number of who was there before, whose name, points and seats stay.
 */
before: number, } | { "action": "end" };

export type ClassOpen = {
/**
 * The game with its options.
 */
game: string,
/**
 * The level of the AIs on the other seats; none leaves them open for others.
 */
level: number | null, };

export type StudyEntry = {
/**
 * What the study is called.
 */
title: Label,
/**
 * The languages to choose from.
 */
languages: Array<string>,
/**
 * What people agree to.
 */
consent: Label,
/**
 * Until when data can be withdrawn.
 */
withdrawUntil: string | null,
/**
 * Whether a guardian has to have agreed on paper.
 */
guardian: boolean,
/**
 * Whether nobody may begin any more.
 */
closed: boolean,
/**
 * Whether everybody in it is simulated.
 */
simulated: boolean, };

export type StudyConsent = {
/**
 * The language chosen.
 */
language: string,
/**
 * The id that another service has for them.
 */
external: string | null,
/**
 * The secret of the link for trying the study out.
 */
test: string | null,
/**
 * A code from the printed sheet.
 */
code: string | null, };

export type StudyVisit = {
/**
 * The language chosen.
 */
language: string, };

export type StudyRequest = {
/**
 * The code.
 */
code: string,
/**
 * Names the request, so that it can be repeated until it is confirmed.
 */
id: string | null,
/**
 * What they do.
 */
action: StudyAction, };

export type StudyAction = { "kind": "hello", } | { "kind": "answer",
/**
 * The question.
 */
question: string,
/**
 * The game, where it is about one.
 */
game: number | null,
/**
 * The ply of it.
 */
ply: number | null,
/**
 * The answer; none if it is skipped.
 */
value: string | null,
/**
 * Whether the time was over.
 */
late: boolean,
/**
 * From showing the question to the answer, in milliseconds.
 */
ms: number, } | { "kind": "move",
/**
 * In which game.
 */
game: number,
/**
 * How many plies were played before.
 */
ply: number,
/**
 * The move.
 */
text: string,
/**
 * How long it took, in milliseconds.
 */
ms: number, } | { "kind": "next", } | { "kind": "alone", } | { "kind": "diary",
/**
 * What.
 */
what: string, } | { "kind": "draft",
/**
 * In answer to which question.
 */
question: string,
/**
 * What.
 */
text: string, } | { "kind": "withdraw", };

export type StudyView = {
/**
 * The code.
 */
code: string,
/**
 * The language chosen.
 */
language: string,
/**
 * What the study is called, in that language.
 */
title: string,
/**
 * Whether everything stands still.
 */
paused: boolean,
/**
 * In how many milliseconds something will change by itself.
 */
next: number | null,
/**
 * Whether everybody is simulated.
 */
simulated: boolean,
/**
 * Whether they only play, and nothing of it is kept.
 */
visits: boolean,
/**
 * Where they are.
 */
step: StudyStep, };

export type StudyStep = { "kind": "fresh" } | { "kind": "withdrawn" } | { "kind": "questions",
/**
 * `before`, `practice`, `game` or `after`.
 */
at: string,
/**
 * The game they are about.
 */
game: number | null,
/**
 * The questions.
 */
questions: Array<StudyQuestion>,
/**
 * What was typed and not sent, by question.
 */
drafts: { [key in string]: string }, } | { "kind": "rules",
/**
 * The game, by name without options.
 */
game: string,
/**
 * How many moves are played for practice.
 */
moves: number,
/**
 * Whether questions are asked at moves.
 */
asks: boolean, } | { "kind": "waiting",
/**
 * How many are there.
 */
present: number,
/**
 * How many sit at a table.
 */
needed: number,
/**
 * Whether they may go on with programs.
 */
alone: boolean,
/**
 * Whether a program has taken their seat in this game.
 */
replaced: boolean, } | { "kind": "play" } & StudyPlay | { "kind": "replay" } & StudyPlay | { "kind": "pause",
/**
 * The game that is over.
 */
game: number,
/**
 * Of how many.
 */
of: number, } | { "kind": "debrief" } & StudyDebrief | { "kind": "turnedAway" } | { "kind": "ended" } | { "kind": "done",
/**
 * Where the end leads.
 */
url: string | null, };

export type StudyPlay = {
/**
 * Which game; 0 is the practice.
 */
game: number,
/**
 * Of how many.
 */
of: number,
/**
 * The game, by name with its options.
 */
name: string,
/**
 * The own seat.
 */
seat: number,
/**
 * Whether the opposite seat plays together with the own.
 */
together: boolean,
/**
 * How the seats are shown.
 */
seats: Array<SeatView>,
/**
 * The position that is shown.
 */
position: PositionView,
/**
 * What led to it, without times.
 */
plies: Array<Ply>,
/**
 * Whether it is the own turn.
 */
toMove: boolean,
/**
 * Whether the game is over.
 */
over: boolean,
/**
 * The open questions.
 */
asked: Array<StudyQuestion>,
/**
 * The ply they are about.
 */
askedPly: number | null,
/**
 * How long they wait for an answer, in milliseconds.
 */
answerTime: number, };

export type StudyQuestion = {
/**
 * Its name.
 */
id: string,
/**
 * What is asked.
 */
ask: string,
/**
 * The answers to choose from, in the order shown; none for words.
 */
options: Array<StudyOption>,
/**
 * Whether the answers are steps of a scale.
 */
scale: boolean,
/**
 * How many letters words may have.
 */
letters: number | null,
/**
 * Whether it can be skipped.
 */
skip: boolean,
/**
 * Whether it was answered, but not rightly.
 */
again: boolean, };

export type StudyOption = {
/**
 * What is sent.
 */
value: string,
/**
 * What is shown; empty for the steps of a scale without a name, and for games, which the page
 * names by their number.
 */
label: string, };

export type StudyDebrief = {
/**
 * What the study was about.
 */
text: string,
/**
 * Which game was which.
 */
games: Array<StudyGame>,
/**
 * Where the end leads.
 */
url: string | null, };

export type StudyGame = {
/**
 * Which game.
 */
game: number,
/**
 * What it was.
 */
title: string,
/**
 * `win`, `draw` or `loss`.
 */
result: string,
/**
 * The own answers at moves, from 1 (the first answer) to -1 (the last), by own move.
 */
answers: Array<StudyCurve>,
/**
 * What the program thought the game was worth to it, by own move.
 */
values: Array<StudyPoint>,
/**
 * The own moves after which the program did something on purpose.
 */
acts: Array<number>, };

export type StudyCurve = {
/**
 * What was asked.
 */
ask: string,
/**
 * What could be answered, from 1 down to -1.
 */
options: Array<string>,
/**
 * The answers.
 */
points: Array<StudyPoint>, };

export type StudyPoint = {
/**
 * The own move, from 1.
 */
ownMove: number,
/**
 * The figure.
 */
value: number, };

export type StudyDesk = {
/**
 * What the study is called.
 */
title: Label,
/**
 * The sum of its file and players.
 */
hash: string,
/**
 * Its version.
 */
version: number,
/**
 * Whether it is frozen.
 */
frozen: boolean,
/**
 * Whether everything stands still.
 */
paused: boolean,
/**
 * Whether nobody may begin any more.
 */
closed: boolean,
/**
 * Whether everybody is simulated.
 */
simulated: boolean,
/**
 * How many are to finish.
 */
wanted: number,
/**
 * How many have.
 */
finished: number,
/**
 * How many did not agree.
 */
declined: number,
/**
 * Where participants enter.
 */
link: string,
/**
 * Where whoever tries it out enters.
 */
testLink: string,
/**
 * The cells.
 */
cells: Array<StudyCell>,
/**
 * Everybody, in the order of consent.
 */
people: Array<StudyPerson>, };

export type StudyCell = {
/**
 * The arms in order, and the sides.
 */
label: string,
/**
 * How many take part now.
 */
active: number,
/**
 * How many have finished.
 */
finished: number,
/**
 * How many left.
 */
left: number, };

export type StudyPerson = {
/**
 * The code.
 */
code: string,
/**
 * `real`, `test` or `simulated`.
 */
link: string,
/**
 * `active`, `lost`, `finished`, `freed`, `turned-away`.
 */
state: string,
/**
 * Where they are.
 */
step: string,
/**
 * How long nothing has happened, in milliseconds.
 */
idle: number,
/**
 * Whether their page is connected.
 */
present: boolean,
/**
 * `stuck` or `gone`, if somebody should look.
 */
alarm: string | null,
/**
 * Whether a program sits at their table where a person was meant to.
 */
flagged: boolean,
/**
 * Whether somebody had come before with the same id of another service.
 */
again: boolean,
/**
 * The board they look at.
 */
board: BoardView | null, };

export type StudyOrder = { "kind": "pause", } | { "kind": "continue", } | { "kind": "close", } | { "kind": "extend",
/**
 * Their code.
 */
code: string, } | { "kind": "free",
/**
 * Their code.
 */
code: string, } | { "kind": "mark",
/**
 * Their code.
 */
code: string, } | { "kind": "sheet",
/**
 * How many.
 */
count: number, };
