import { describe, expect, it } from 'vitest';
import type { Unit } from '../protocol';
import type { Reviewed } from './analysis.svelte';
import { mistakesOf } from './mistakes';

const analysis = (unit: Unit, costs: number[], open = 0): Reviewed => ({
  open,
  player: 'kaesu',
  unit,
  values: [],
  costliest: costs.map((cost, index) => ({ ply: index + 1, seat: index % 2, played: 'a1', better: 'b1', cost })),
});
const marks = (unit: Unit, costs: number[]) =>
  mistakesOf(analysis(unit, costs)).map(({ cost, grave }) => `${cost}${grave ? '??' : '?'}`);

describe('mistakes', () => {
  it('are all that cost much, grave ones by their size and not by their place', () => {
    expect(marks('discs', [19, 16, 14, 12, 8, 7, 4, 3.9, 1])).toEqual([
      '19??',
      '16??',
      '14??',
      '12??',
      '8??',
      '7?',
      '4?',
    ]);
    expect(marks('discs', [1])).toEqual([]);
    expect(marks('rank', [0.6, 0.3, 0.1])).toEqual(['0.6??', '0.3?']);
  });

  it('are the costliest few where points say nothing of their size, and none without an analysis', () => {
    expect(marks('points', [58, 40, 30, 20])).toEqual(['58?', '40?', '30?']);
    expect(mistakesOf(null)).toEqual([]);
  });

  it('are open while the position before them is still looked at', () => {
    // The positions before the first two moves are not final yet.
    const found = mistakesOf(analysis('rank', [0.9, 0.8, 0.7], 2));
    expect(found.map(({ ply, open }) => [ply, open])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
  });
});
