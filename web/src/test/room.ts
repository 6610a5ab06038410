// Rooms, positions and plies for tests.

import { discPicture, TWO_SEATS } from '../notation/pictures';
import type { LegalMove, Ply, PositionView, RoomView } from '../protocol';

const START = '-'.repeat(27) + 'OX' + '-'.repeat(6) + 'XO' + '-'.repeat(27);

export const placement = (text: string, to: number, turns: number[]): LegalMove => ({
  text,
  textJa: null,
  to,
  from: null,
  drop: null,
  promotes: false,
  turns,
});

export function positionOf(ply: number): PositionView {
  return {
    ply,
    turn: ply % 2,
    board: discPicture(START),
    legal: [placement('d3', 19, [27]), placement('c4', 26, [27]), placement('f5', 37, [36]), placement('e6', 44, [36])],
    scores: [2, 2],
    ranks: [1, 1],
    finished: false,
    line: `${START} ${ply % 2 === 0 ? 'X' : 'O'}`,
  };
}

export function pliesOf(count: number): Ply[] {
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    seat: index % 2,
    kind: 'move',
    text: 'd3',
    textJa: null,
    to: 19,
    from: null,
    turned: [27],
    announcements: [],
    ms: 100,
  }));
}

export function roomOf(): RoomView {
  return {
    room: 'r',
    game: 'reversi-8x8',
    seats: TWO_SEATS,
    number: 1,
    status: 'playing',
    spectators: [],
    position: positionOf(0),
    plies: [],
    clock: null,
    clocks: null,
    assist: true,
    counts: false,
    undo: null,
    rematch: null,
    failure: null,
    result: null,
    notes: [],
    record: 'x',
    sittings: [
      { sitter: { name: 'Aya' }, present: true, replaceable: false, standIn: null },
      { sitter: { name: 'level 3', player: 'random', level: 3 }, present: true, replaceable: false, standIn: null },
    ],
  };
}
