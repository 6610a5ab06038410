// What stands for a move in lists and tables, or for a ply that was none.

import { cellNamed, squareText } from '../board/coordinates';
import { kanjiOf } from '../board/kanji';
import { moveText } from '../board/names';
import { t } from '../i18n/text.svelte';
import type { BoardView, PieceKind, Ply } from '../protocol';

export function plySign(ply: Ply): string {
  if (ply.kind === 'pass') return '—';
  if (ply.kind === 'resign') return t().game.resign;
  if (ply.kind === 'time') return '⌛';
  return moveText(ply);
}

const BOARD = { kind: 'pieces', rows: 9, columns: 9 } as const;
const DROPPED: Record<string, PieceKind> = { P: 'pawn', S: 'silver', G: 'gold', R: 'rook' };

/** A move that was not played, of which only the notation is known: a drop says what piece it is, and of others the
    board before it. */
export function unplayed(text: string, before?: BoardView): string {
  const [, drop = '', from = '', to = '', promotes = ''] =
    /^(?:([PSGR])\*|([1-9][a-i]))([1-9][a-i])(\+?)$/.exec(text) ?? [];
  const target = cellNamed(BOARD, to);
  if (target === undefined) return moveText({ text });
  const square = squareText(BOARD, target, 'ja');
  const kind = DROPPED[drop];
  const piece = kind
    ? `${kanjiOf({ kind, promoted: false })}打`
    : before && pieceAt(before, cellNamed(BOARD, from), promotes ? '成' : '');
  return moveText({ text, textJa: piece ? square + piece : null });
}

/** What stands there, and where that is if another one of its kind might be meant. */
function pieceAt(board: BoardView, cell: number | undefined, promotes: string): string {
  const piece = board.kind === 'pieces' && cell !== undefined ? board.cells[cell] : null;
  if (!piece || board.kind !== 'pieces' || cell === undefined) return '';
  const { kind, promoted, owner } = piece;
  const alike = board.cells.filter(
    (each) => each && each.kind === kind && each.promoted === promoted && each.owner === owner,
  );
  const from = alike.length > 1 ? `（${squareText(board, cell, 'ja')}）` : '';
  return `${kanjiOf(piece)}${promotes}${from}`;
}
