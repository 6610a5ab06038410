// How squares are named: a1 from the top left on boards of discs, 9a on boards of pieces.

import type { BoardView } from '../protocol';

type Kind = BoardView['kind'];
type Columns = { kind: Kind; columns: number };

const letter = (index: number) => String.fromCharCode(97 + index);

export function columnLabel({ kind, columns }: Columns, column: number): string {
  return kind === 'discs' ? letter(column) : String(columns - column);
}

export function rowLabel(kind: Kind, row: number): string {
  return kind === 'discs' ? String(row + 1) : letter(row);
}

export function squareName(board: Columns, cell: number): string {
  const row = Math.floor(cell / board.columns);
  return columnLabel(board, cell % board.columns) + rowLabel(board.kind, row);
}

/** The cell of a typed square; undefined while it is not one (yet). */
export function cellNamed(board: Columns & { rows: number }, text: string): number | undefined {
  const match = /^([a-z]|\d)(\d+|[a-z])$/.exec(text.toLowerCase());
  if (!match) return undefined;
  const count = board.rows * board.columns;
  for (let cell = 0; cell < count; cell++) if (squareName(board, cell) === match[0]) return cell;
  return undefined;
}
