import { beforeEach, describe, expect, it } from 'vitest';
import { save } from '../storage';
import { lastTable, TABLE } from './characters';

describe('the last table', () => {
  beforeEach(() => save(TABLE, null));

  it('is Othello at first', () => {
    expect(lastTable()).toEqual({ game: 'reversi-8x8', faces: {} });
  });

  it('comes back as it was chosen', () => {
    save(TABLE, { game: 'yonin', faces: { yonin: ['dog', 'cat', 'eagle'] } });
    expect(lastTable()).toEqual({ game: 'yonin', faces: { yonin: ['dog', 'cat', 'eagle'] } });
  });

  it('forgets who does not play, and tables that are not full', () => {
    save(TABLE, {
      game: 'chess',
      faces: { yonin: ['dog', 'fox', 'eagle'], 'yonin-shogi': ['fox', 'fox', 'crow'], chess: 3 },
    });
    expect(lastTable()).toEqual({ game: 'reversi-8x8', faces: {} });
    for (const odd of [3, 'text', [], { faces: 3 }]) {
      save(TABLE, odd);
      expect(lastTable().game).toBe('reversi-8x8');
    }
  });
});
