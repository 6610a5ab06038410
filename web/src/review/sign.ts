// What stands for a move in lists and tables, or for a ply that was none.

import { cellNamed, squareText } from '../board/coordinates';
import { moveText } from '../board/names';
import { t } from '../i18n/text.svelte';
import type { LegalMove, Ply } from '../protocol';

export function plySign(ply: Ply): string {
  if (ply.kind === 'pass') return '—';
  if (ply.kind === 'resign') return t().game.resign;
  if (ply.kind === 'time') return '⌛';
  return moveText(ply);
}

const BOARD = { kind: 'pieces', rows: 9, columns: 9 } as const;
const PIECES: Record<string, string> = { P: '歩', S: '銀', G: '金', R: '飛' };

/** A move that was not played: as it is written among those that could be, if they are known. Else a drop says what
    piece it is. */
export function unplayed(text: string, legal: readonly LegalMove[] = []): string {
  const known = legal.find((move) => move.text === text);
  if (known) return moveText(known);
  const [, piece = '', square = ''] = /^([PSGR])\*([1-9][a-i])$/.exec(text) ?? [];
  const cell = cellNamed(BOARD, square);
  return moveText({ text, textJa: cell === undefined ? null : `${squareText(BOARD, cell, 'ja')}${PIECES[piece]}打` });
}
