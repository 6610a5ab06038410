// Boards as pictures in the page itself: what the title and the lessons show before anything is
// asked of the server.

import type { BoardView, SeatView } from '../protocol';
import { readDiscs, readPieces } from './lines';

type Discs = Extract<BoardView, { kind: 'discs' }>;
type Pieces = Extract<BoardView, { kind: 'pieces' }>;

export function discPicture(text: string, territories: number[][] = [], forbidden: number[][] = []): Discs {
  const cells = readDiscs(text);
  const side = Math.sqrt(cells.length);
  return { kind: 'discs', rows: side, columns: side, cells, territories, forbidden };
}

export function piecePicture(rows: string): Pieces {
  const cells = readPieces(rows);
  const columns = cells.length / rows.split('/').length;
  return {
    kind: 'pieces',
    rows: cells.length / columns,
    columns,
    cells,
    hands: [[], [], [], []],
    checks: [],
    out: [],
    mates: [0, 0, 0, 0],
  };
}

function quarter(side: number, top: number, left: number): number[] {
  const half = side / 2;
  return Array.from(
    { length: half * half },
    (_, index) => (top + Math.floor(index / half)) * side + left + (index % half),
  );
}

/** The quarters of seats 1 to 4, clockwise from the top left. */
export function quarters(side: number): number[][] {
  const half = side / 2;
  return [quarter(side, 0, 0), quarter(side, 0, half), quarter(side, half, half), quarter(side, half, 0)];
}

export const TWO_SEATS: SeatView[] = [
  { name: 'black', place: 'bottom', colour: 'black', team: null },
  { name: 'white', place: 'top', colour: 'white', team: null },
];

export const YONIN_SEATS: SeatView[] = (['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const).map(
  (place, seat) => ({
    name: String(seat + 1),
    place,
    colour: seat % 2 === 0 ? 'black' : 'white',
    team: null,
  }),
);

export const SHOGI_SEATS: SeatView[] = (['bottom', 'left', 'top', 'right'] as const).map((place, seat) => ({
  name: 'SWNE'[seat] ?? '',
  place,
  colour: null,
  team: null,
}));

export const SHOGI_START =
  '2nSnGnKnGnS2/3nPnRnP3/wS3nP3eS/wGwP5ePeG/wKwRwP3ePeReK/wGwP5ePeG/wS3sP3eS/3sPsRsP3/2sSsGsKsGsS2';
