// How squares are named: a1 from the top left on boards of discs, 9a on boards of pieces, which Japanese
// players call ９一.

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

const KANJI = '一二三四五六七八九';
export type Script = 'ja' | 'kana' | 'en';
const wide = (figure: number) => String.fromCharCode(0xff10 + figure);

/** What stands beside a row of the board. */
export function rowText(kind: Kind, row: number, script: Script): string {
  // Who reads no kanji yet reads these: figures would be those of the columns.
  return kind !== 'pieces' || script === 'en' ? rowLabel(kind, row) : (KANJI[row] ?? '');
}

/** A square as people of a language say it. */
export function squareText(board: Columns, cell: number, script: Script): string {
  if (board.kind !== 'pieces' || script === 'en') return squareName(board, cell);
  return wide(board.columns - (cell % board.columns)) + rowText('pieces', Math.floor(cell / board.columns), script);
}

/** A written move of pieces in which nothing says what piece it is: from where to where. */
export function shiftText(text: string): string {
  const square = (name: string) => wide(Number(name[0])) + (KANJI[name.charCodeAt(1) - 97] ?? '');
  const match = /^([1-9][a-i])([1-9][a-i])(\+?)$/.exec(text);
  return match?.[1] && match[2] ? `${square(match[1])}→${square(match[2])}${match[3] ? '成' : ''}` : text;
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
