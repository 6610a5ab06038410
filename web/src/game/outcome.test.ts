import { describe, expect, it } from 'vitest';
import type { GameResult } from '../protocol';
import { positionOf } from '../test/room';
import { ending, isCounted } from './outcome';

const result = (...ranks: number[]): GameResult => ({
  reason: 'played',
  ranks,
  scores: ranks.map(() => 0),
});

describe('the end of a game', () => {
  it('is won by whoever alone is first, and lost by whoever is last', () => {
    expect([ending(result(1, 2), [0]), ending(result(1, 2), [1])]).toEqual(['won', 'lost']);
    expect([0, 1, 2, 3].map((seat) => ending(result(2, 1, 4, 3), [seat]))).toEqual(['', 'won', 'lost', '']);
    // Nobody has won or lost a draw, or what is shared.
    for (const seat of [0, 1]) expect(ending(result(1, 1), [seat])).toBe('');
    expect([0, 2].map((seat) => ending(result(1, 1, 3, 3), [seat]))).toEqual(['', 'lost']);
    // Nor has who only looks on, or plays against oneself.
    expect([ending(result(1, 2), []), ending(result(1, 2), [0, 1])]).toEqual(['', '']);
  });

  it('is counted where discs decide', () => {
    const { board } = positionOf(0);
    expect(isCounted(result(1, 2), board)).toBe(true);
    expect(isCounted({ ...result(1, 2), reason: 'resigned', by: 1 }, board)).toBe(false);
    expect(isCounted(null, board)).toBe(false);
  });
});
