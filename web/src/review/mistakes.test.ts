import { describe, expect, it } from 'vitest';
import type { Unit } from '../protocol';
import type { Reviewed } from './analysis.svelte';
import { lossesOf, mistakesOf } from './mistakes';

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
  it('are those that cost much, grave ones by their size', () => {
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

  it('are the costliest six of each of two players, six of the game grave, and all losses are known', () => {
    const costs = Array.from({ length: 49 }, (_, index) => 60 - index);
    const found = mistakesOf(analysis('discs', costs));
    for (const seat of [0, 1]) {
      const own = found.filter((each) => each.seat === seat);
      expect(own.map(({ cost }) => cost)).toEqual([60, 58, 56, 54, 52, 50].map((cost) => cost - seat));
      expect(own.map(({ grave }) => grave)).toEqual([true, true, true, false, false, false]);
    }
    expect(lossesOf(analysis('discs', costs))).toHaveLength(49);
  });

  it('have no lesser mark than one that cost less, whoever made it', () => {
    const one = analysis('discs', [60, 50, 42, 36, 35, 35, 34, 33, 24]);
    one.costliest.forEach((costly) => (costly.seat = costly.cost === 33 ? 1 : 0));
    expect(mistakesOf(one).map(({ cost, grave }) => `${cost}${grave ? '??' : '?'}`)).toEqual([
      '60??',
      '50??',
      '42??',
      '36??',
      '35??',
      '35??',
      '33?',
    ]);
  });

  it('are three of each of four players', () => {
    const four = { ...analysis('rank', Array<number>(20).fill(0.7)), values: [[2, 2, 3, 3]] };
    four.costliest.forEach((costly, index) => (costly.seat = index % 4));
    expect([0, 1, 2, 3].map((seat) => mistakesOf(four).filter((each) => each.seat === seat).length)).toEqual([
      3, 3, 3, 3,
    ]);
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
