import { describe, expect, it } from 'vitest';
import { captionLines } from './picture';

describe('the caption of a picture', () => {
  it('stands in as many lines as it needs, with what everybody counts', () => {
    expect(captionLines('Tiny Othello', ['Guest 1 9', 'Guest 2 7'], 12)).toEqual([
      'Tiny Othello',
      'Guest 1 9',
      'Guest 2 7',
    ]);
    expect(captionLines('Othello', ['Aya 36', 'Ken 28'], 24)).toEqual(['Othello', 'Aya 36 – Ken 28']);
  });

  it('cuts a name that no line can hold, and never what it counts', () => {
    const [, long] = captionLines('Othello', [`${'W'.repeat(40)} 64`], 22);
    expect(long).toMatch(/^W+… 64$/);
    expect((long ?? '').length).toBeLessThan(25);
  });
});
