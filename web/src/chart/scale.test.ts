import { describe, expect, it } from 'vitest';
import { around, ticks } from './scale';

describe('an axis', () => {
  it('has round numbers within its range', () => {
    expect(ticks(-64, 64)).toEqual([-50, 0, 50]);
  });

  it('never has a single one', () => {
    expect(ticks(-45, 45)).toEqual([-40, -20, 0, 20, 40]);
    for (let most = 4; most <= 64; most += 0.25) expect(ticks(-most, most).length, `${most}`).toBeGreaterThan(1);
  });

  it('has one on either side of zero however little room there is', () => {
    for (const [most, step] of [
      [4, 2],
      [10, 10],
      [18, 10],
      [57, 50],
      [64, 50],
      [130, 100],
    ] as const)
      expect(around(most)).toEqual([-step, 0, step]);
  });
});
