// The squares of which a player speaks who tells what it did on purpose.

import { t } from '../i18n/text.svelte';
import type { BoardView, Ply } from '../protocol';

/** The corners beside a disc that are still free: what it offered. Else the move itself. */
export function spokenOf(kind: string, ply: Ply, board: BoardView): number[] {
  const { to, from } = ply;
  if (to === null) return [];
  if (kind === 'expectation' && board.kind === 'discs') {
    const { rows, columns, cells } = board;
    const far = (cell: number) =>
      Math.max(
        Math.abs(Math.floor(cell / columns) - Math.floor(to / columns)),
        Math.abs((cell % columns) - (to % columns)),
      );
    const corners = [0, columns - 1, (rows - 1) * columns, rows * columns - 1];
    const offered = corners.filter((cell) => cells[cell] === 'empty' && far(cell) === 1);
    if (offered.length > 0) return offered;
  }
  return from === null ? [to] : [from, to];
}

/** What it says of them; of squares beside the move itself, that it left them. */
export function revealText(kind: string, spoken: readonly number[], to: number | null): string {
  if (kind === 'surprise') return t().characters.surprise;
  return to !== null && spoken.includes(to) ? t().characters.expectation : t().characters.corner;
}
