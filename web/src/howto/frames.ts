// The small moving boards of the lessons: what each step shows. Steps are pictures, and what changed
// between two of them is what is marked.

import {
  discPicture,
  piecePicture,
  quarters,
  SHOGI_SEATS,
  SHOGI_START,
  TWO_SEATS,
  YONIN_SEATS,
} from '../notation/pictures';
import type { BoardView, LegalMove, Ply, SeatView } from '../protocol';
import { DIRECTIONS } from '../board/moves-picture';

export interface Frame {
  board: BoardView;
  /** Who would move; shows the forbidden quarter and the open squares. */
  mover: number | null;
  legal: LegalMove[];
  /** A piece that is held up to show where it goes. */
  picked: number | null;
  scores: number[] | null;
}

export interface Lesson {
  seats: SeatView[];
  frames: Frame[];
}

const frame = (board: BoardView, more: Partial<Frame> = {}): Frame => ({
  board,
  mover: null,
  legal: [],
  picked: null,
  scores: null,
  ...more,
});

const place = (to: number, from: number | null = null): LegalMove => ({
  text: String(to),
  textJa: null,
  to,
  from,
  drop: null,
  promotes: false,
  turns: [],
});

/** What happened between two pictures, so that the board can mark and move it. */
export function between(before: BoardView, after: BoardView, number: number): Ply | null {
  if (before.cells.length !== after.cells.length) return null;
  const changed = after.cells.flatMap((_, cell) => (same(before, after, cell) ? [] : [cell]));
  const filled = changed.filter((cell) => isEmpty(before, cell) && !isEmpty(after, cell));
  const emptied = changed.filter((cell) => !isEmpty(before, cell) && isEmpty(after, cell));
  const rest = changed.filter((cell) => !filled.includes(cell) && !emptied.includes(cell));
  // A piece that captures changes a square that was not empty.
  const to = filled[0] ?? (after.kind === 'pieces' ? rest[0] : undefined);
  if (to === undefined) return null;
  const distance = (cell: number) =>
    Math.max(
      Math.abs(Math.floor(cell / after.columns) - Math.floor(to / after.columns)),
      Math.abs((cell % after.columns) - (to % after.columns)),
    );
  const turned = after.kind === 'discs' ? rest.toSorted((a, b) => distance(a) - distance(b)) : [];
  return {
    number,
    seat: 0,
    kind: 'move',
    text: '',
    textJa: null,
    to,
    from: after.kind === 'pieces' ? (emptied[0] ?? null) : null,
    turned,
    announcements: [],
    ms: 0,
  };
}

const isEmpty = (board: BoardView, cell: number) =>
  board.kind === 'discs' ? board.cells[cell] === 'empty' : !board.cells[cell];
const same = (a: BoardView, b: BoardView, cell: number) =>
  JSON.stringify(a.cells[cell]) === JSON.stringify(b.cells[cell]);

const othello = (...pictures: string[]): Lesson => ({
  seats: TWO_SEATS,
  frames: pictures.map((text) => frame(discPicture(text))),
});

export const OTHELLO: Lesson[] = [
  othello('------ ------ -XOOO- ------ ------ ------', '------ ------ -XXXXX ------ ------ ------'),
  othello('------ ------ ---OX- --OO-- --X-X- ------', '------ ------ --XXX- --XX-- --X-X- ------'),
  othello('XXXX XOXX XXXO XXO-', 'XXXX XOXX XXXX XXXX'),
  othello(
    '------ ------ --X--- ---O-- ----X- ------',
    '------ -O---- --O--- ---O-- ----X- ------',
    'X----- -X---- --X--- ---X-- ----X- ------',
  ),
];

const four = quarters(8);
const forbidden = [2, 3, 0, 1].map((seat) => four[seat] ?? []);
const yonin = (text: string, more: Partial<Frame> = {}) => frame(discPicture(text, four, forbidden), more);

const YONIN_GAME = [
  '---------------------------OX------XO---------------------------',
  '-------------------X-------XX------XO---------------------------',
  '-------------------XO------XO------XO---------------------------',
  '-------------------XO------XXX-----XO---------------------------',
  '-------------------XO------XXO-----XO-O-------------------------',
] as const;

export const YONIN: Lesson[] = [
  { seats: YONIN_SEATS, frames: YONIN_GAME.map((text) => yonin(text)) },
  {
    seats: YONIN_SEATS,
    frames: [
      yonin('--XXXX-----XOX---OOOXOXOOOOOOX-OXXXOXO-O-XXXOOO--XX--OX-------OX', { scores: [3, 5, 3, 1] }),
      yonin('--XXXX----XXOX---OXOXOXOOOXOOX-OXXXOXO-O-XXXOOO--XX--OX-------OX', { scores: [6, 5, 3, 1] }),
      yonin('--XXXX---OOOOX---OOOXOXOOOXOOX-OXXXOXO-O-XXXOOO--XX--OX-------OX', { scores: [3, 5, 3, 1] }),
      yonin('--XXXX---OOOOX---OOOXOXOOOXOOX-OXXXOXXXO-XXXOOX--XX--OX-------OX', { scores: [3, 5, 6, 1] }),
    ],
  },
  {
    seats: YONIN_SEATS,
    frames: [
      yonin(YONIN_GAME[0], { mover: 0, legal: [place(19), place(26)] }),
      yonin(YONIN_GAME[1], { mover: 1, legal: [place(18), place(20)] }),
    ],
  },
  {
    seats: YONIN_SEATS,
    frames: [yonin(YONIN_GAME[3], { scores: [2, 1, 0, 0] }), yonin(YONIN_GAME[4], { scores: [2, 2, 0, 0] })],
  },
];

const shogi = (rows: string, more: Partial<Frame> = {}) => frame(piecePicture(rows), more);

function checked(rows: string, seat: number): Frame {
  const board = piecePicture(rows);
  return frame({ ...board, checks: [seat] });
}

/** A piece in the middle of a small board with the squares it can go to. */
function goes(text: string, kind: string): Frame {
  const legal = (DIRECTIONS[kind] ?? []).flatMap(({ x, y, far }) =>
    (far ? [1, 2] : [1]).map((distance) => place(12 + x * distance + y * distance * 5, 12)),
  );
  return shogi(`5/5/2${text}2/5/5`, { legal, picked: 12, mover: 0 });
}

export const SHOGI: Lesson[] = [
  {
    seats: SHOGI_SEATS,
    frames: [
      shogi(SHOGI_START),
      shogi('2nSnGnKnGnS2/3nPnRnP3/wS3nP3eS/wGwP5ePeG/wKwRwP3ePeReK/wGwP2sP2ePeG/wS7eS/3sPsRsP3/2sSsGsKsGsS2'),
      shogi('2nSnGnKnGnS2/3nPnRnP3/wS3nP3eS/wGwP5ePeG/wKwR1wP2ePeReK/wGwP2sP2ePeG/wS7eS/3sPsRsP3/2sSsGsKsGsS2'),
      shogi('2nSnGnKnGnS2/3nPnRnP3/wS7eS/wGwP2nP2ePeG/wKwR1wP2ePeReK/wGwP2sP2ePeG/wS7eS/3sPsRsP3/2sSsGsKsGsS2'),
      shogi('2nSnGnKnGnS2/3nPnRnP3/wS7eS/wGwP2nP2ePeG/wKwR1wP1eP1eReK/wGwP2sP2ePeG/wS7eS/3sPsRsP3/2sSsGsKsGsS2'),
    ],
  },
  {
    seats: SHOGI_SEATS,
    frames: [
      goes('sP', 'pawn'),
      goes('sS', 'silver'),
      goes('sG', 'gold'),
      goes('sK', 'king'),
      goes('sR', 'rook'),
      goes('+sP', 'promoted-pawn'),
      goes('+sR', 'promoted-rook'),
    ],
  },
  {
    seats: SHOGI_SEATS,
    frames: [
      shogi('4nK4/9/9/9/wK7eK/9/9/5sR3/4sK4'),
      checked('4nK4/9/9/9/wK7eK/9/9/8sR/4sK4', 3),
      shogi('4nK4/9/9/7eK1/wK8/9/9/8sR/4sK4'),
    ],
  },
  {
    seats: SHOGI_SEATS,
    frames: [shogi('nK8/7nS1/sSeR7/9/8eK/wR4nP3/9/9/wK3sK4'), shogi('#n8/7sSv1/1eR7/1sS7/8eK/wR4sPv3/9/9/wK3sK4')],
  },
  {
    seats: SHOGI_SEATS,
    frames: [shogi('5/2eS2/5/2sR2/5'), shogi('5/2sR2/5/5/5'), shogi('5/2sR2/5/1sS3/5')],
  },
  { seats: SHOGI_SEATS, frames: [shogi('#n8/2sSv6/9/3sG5/8#e/wR2sP5/9/1wG7/wK3sK1sS2')] },
];
