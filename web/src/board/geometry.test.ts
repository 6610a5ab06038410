import { describe, expect, it } from 'vitest';
import { angleOf, cellAt, seenPlace, seenSize, spotOf, turnTo, type Turn } from './geometry';

const TURNS: Turn[] = [0, 1, 2, 3];
const SIZES = [
  { rows: 8, columns: 8 },
  { rows: 9, columns: 9 },
  { rows: 3, columns: 5 },
];

describe('a turned board', () => {
  it('finds every cell again where it is seen', () => {
    for (const size of SIZES) {
      for (const turn of TURNS) {
        const seen = seenSize(size, turn);
        for (let cell = 0; cell < size.rows * size.columns; cell++) {
          const spot = spotOf(cell, size, turn);
          expect(spot.row).toBeLessThan(seen.rows);
          expect(spot.column).toBeLessThan(seen.columns);
          expect(cellAt(spot, size, turn)).toBe(cell);
        }
      }
    }
  });

  it('turns clockwise', () => {
    const size = { rows: 8, columns: 8 };
    expect(spotOf(0, size, 1)).toEqual({ row: 0, column: 7 });
    expect(spotOf(0, size, 2)).toEqual({ row: 7, column: 7 });
    expect(spotOf(0, size, 3)).toEqual({ row: 7, column: 0 });
    expect(seenPlace('top-left', 1)).toBe('top-right');
    expect(seenPlace('bottom', 1)).toBe('left');
  });

  it('brings every seat to the front', () => {
    for (const place of ['bottom', 'left', 'top', 'right'] as const) {
      expect(seenPlace(place, turnTo(place))).toBe('bottom');
      expect(angleOf(seenPlace(place, turnTo(place)))).toBe(0);
    }
    for (const place of ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const) {
      expect(seenPlace(place, turnTo(place))).toBe('bottom-left');
    }
  });

  it('moves a seat and its corner together', () => {
    const size = { rows: 8, columns: 8 };
    const corners = { 'top-left': 0, 'top-right': 7, 'bottom-right': 63, 'bottom-left': 56 } as const;
    for (const turn of TURNS) {
      for (const [place, cell] of Object.entries(corners) as [keyof typeof corners, number][]) {
        const { row, column } = spotOf(cell, size, turn);
        expect(seenPlace(place, turn)).toBe(`${row === 0 ? 'top' : 'bottom'}-${column === 0 ? 'left' : 'right'}`);
      }
    }
  });
});
