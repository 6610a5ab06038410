// Where things are on the screen when the board is turned. Rows and columns are counted as
// seen; cells as the server counts them.

import type { Place } from '../protocol';

/** Quarter turns clockwise. */
export type Turn = 0 | 1 | 2 | 3;

export interface Size {
  rows: number;
  columns: number;
}

export interface Spot {
  row: number;
  column: number;
}

export function seenSize(size: Size, turn: Turn): Size {
  return turn % 2 === 0 ? size : { rows: size.columns, columns: size.rows };
}

export function spotOf(cell: number, size: Size, turn: Turn): Spot {
  const row = Math.floor(cell / size.columns);
  const column = cell % size.columns;
  switch (turn) {
    case 0:
      return { row, column };
    case 1:
      return { row: column, column: size.rows - 1 - row };
    case 2:
      return { row: size.rows - 1 - row, column: size.columns - 1 - column };
    case 3:
      return { row: size.columns - 1 - column, column: row };
  }
}

export function cellAt(spot: Spot, size: Size, turn: Turn): number {
  const seen = seenSize(size, turn);
  const back = ((4 - turn) % 4) as Turn;
  const { row, column } = spotOf(spot.row * seen.columns + spot.column, seen, back);
  return row * size.columns + column;
}

// Both clockwise, from where a person in front of the screen sits.
const EDGES: readonly Place[] = ['bottom', 'left', 'top', 'right'];
const CORNERS: readonly Place[] = ['bottom-left', 'top-left', 'top-right', 'bottom-right'];

function ring(place: Place): readonly Place[] {
  return EDGES.includes(place) ? EDGES : CORNERS;
}

/** Where a place is seen when the board is turned. */
export function seenPlace(place: Place, turn: Turn): Place {
  const places = ring(place);
  return places[(places.indexOf(place) + turn) % 4] ?? place;
}

/** The turn that brings a place to the person in front of the screen. */
export function turnTo(place: Place): Turn {
  return ((4 - ring(place).indexOf(place)) % 4) as Turn;
}

/** Degrees by which things are turned for somebody who sits at this place of an edge. */
export function angleOf(place: Place): number {
  return ring(place).indexOf(place) * 90;
}
