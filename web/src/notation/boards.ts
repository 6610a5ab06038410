// The boards of Reversi as pictures at their start, by the name of the game.

import type { BoardView } from '../protocol';
import { discPicture, piecePicture, quarters, SHOGI_START } from './pictures';

/** Squares cut off in each corner's rows, from the outside. */
const CUTS: Record<string, { side: number; cuts: readonly number[] }> = {
  'reversi-8x8': { side: 8, cuts: [] },
  'reversi-6x6': { side: 6, cuts: [] },
  'reversi-4x4': { side: 4, cuts: [] },
  'reversi-10x10': { side: 10, cuts: [] },
  'reversi-88': { side: 10, cuts: [2, 1] },
  'reversi-octagon': { side: 10, cuts: [3, 2, 1] },
  'reversi-nipp': { side: 8, cuts: [2, 1] },
  yonin: { side: 8, cuts: [] },
};

function startText(side: number, cuts: readonly number[]): string {
  let text = '';
  const half = side / 2;
  for (let row = 0; row < side; row++) {
    const cut = cuts[Math.min(row, side - 1 - row)] ?? 0;
    for (let column = 0; column < side; column++) {
      const centre = (row === half - 1 || row === half) && (column === half - 1 || column === half);
      if (column < cut || column >= side - cut) text += '#';
      else if (centre) text += row === column ? 'O' : 'X';
      else text += '-';
    }
  }
  return text;
}

export function startPicture(name: string): BoardView {
  if (name === 'yonin-shogi') return piecePicture(SHOGI_START);
  const { side, cuts } = CUTS[name] ?? { side: 8, cuts: [] };
  return discPicture(startText(side, cuts), name === 'yonin' ? quarters(side) : []);
}

export const REVERSI_BOARDS = Object.keys(CUTS).filter((name) => name.startsWith('reversi'));
