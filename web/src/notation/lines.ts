// Position lines as pictures: read to draw a board, written by the position editor. Whether a
// line can be played only the server knows.

import type { Cell, InHand, PieceKind, PieceView } from '../protocol';

const DISC_OF: Record<string, Cell> = { X: 'black', O: 'white', '-': 'empty', '#': 'outside' };
const LETTER_OF: Record<Cell, string> = { black: 'X', white: 'O', empty: '-', outside: '#' };

export function readDiscs(text: string): Cell[] {
  return Array.from(text.replace(/\s/g, ''), (letter) => DISC_OF[letter] ?? 'empty');
}

export function writeDiscs(cells: readonly Cell[]): string {
  return cells.map((cell) => LETTER_OF[cell]).join('');
}

const KINDS: Record<string, PieceKind> = { P: 'pawn', S: 'silver', G: 'gold', R: 'rook', K: 'king' };
const KIND_LETTER: Record<PieceKind, string> = { pawn: 'P', silver: 'S', gold: 'G', rook: 'R', king: 'K' };
const OWNERS = 'swne';
const ARROWS = '^>v<';
export const SEAT_LETTERS = 'SWNE';
export const HAND_KINDS: readonly PieceKind[] = ['rook', 'gold', 'silver', 'pawn'];

const TOKEN = /(\d)|#([swne])|(\+?)([swnex])([PSGRK])([\^>v<]?)/g;

export function readPieces(rows: string): (PieceView | null)[] {
  const cells: (PieceView | null)[] = [];
  for (const [, empties, wall, plus, owner = '', kind = '', arrow] of rows.matchAll(TOKEN)) {
    if (empties) {
      for (let count = 0; count < Number(empties); count++) cells.push(null);
    } else if (wall) {
      cells.push({ kind: 'king', promoted: false, owner: null, facing: OWNERS.indexOf(wall), wall: true });
    } else {
      cells.push({
        kind: KINDS[kind] ?? 'pawn',
        promoted: plus === '+',
        owner: owner === 'x' ? null : OWNERS.indexOf(owner),
        facing: arrow ? ARROWS.indexOf(arrow) : Math.max(0, OWNERS.indexOf(owner)),
        wall: false,
      });
    }
  }
  return cells;
}

function pieceText(piece: PieceView): string {
  if (piece.wall) return `#${OWNERS[piece.facing]}`;
  const owner = piece.owner === null ? 'x' : OWNERS[piece.owner];
  const arrow = piece.owner === piece.facing ? '' : ARROWS[piece.facing];
  return `${piece.promoted ? '+' : ''}${owner}${KIND_LETTER[piece.kind]}${arrow}`;
}

export function writePieces(cells: readonly (PieceView | null)[], columns: number): string {
  const rows: string[] = [];
  for (let start = 0; start < cells.length; start += columns) {
    let row = '';
    let empties = 0;
    for (const piece of cells.slice(start, start + columns)) {
      if (!piece) {
        empties++;
        continue;
      }
      if (empties > 0) row += String(empties);
      empties = 0;
      row += pieceText(piece);
    }
    rows.push(empties > 0 ? row + String(empties) : row);
  }
  return rows.join('/');
}

export function writeHand(hand: readonly InHand[]): string {
  const held = HAND_KINDS.map((kind) => ({ kind, count: hand.find((entry) => entry.kind === kind)?.count ?? 0 }));
  const text = held
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count > 1 ? count : ''}${KIND_LETTER[kind]}`);
  return text.length === 0 ? '-' : text.join('');
}
