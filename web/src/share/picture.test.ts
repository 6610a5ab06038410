import { describe, expect, it } from 'vitest';
import {
  discPicture,
  piecePicture,
  quarters,
  SHOGI_SEATS,
  SHOGI_START,
  TWO_SEATS,
  YONIN_SEATS,
} from '../notation/pictures';
import { boardPicture, captionLines } from './picture';

describe('the caption of a picture', () => {
  it('stands in as many lines as it needs, with what everybody counts', () => {
    expect(captionLines([['Tiny Othello'], ['Guest 1 9', 'Guest 2 7']], 12)).toEqual([
      'Tiny Othello',
      'Guest 1 9',
      'Guest 2 7',
    ]);
    expect(captionLines([['Othello'], [], ['Aya 36', 'Ken 28']], 24)).toEqual(['Othello', 'Aya 36 – Ken 28']);
  });

  it('cuts a name that no line can hold, and never what it counts', () => {
    const [, long] = captionLines([['Othello'], [`${'W'.repeat(40)} 64`]], 22);
    expect(long).toMatch(/^W+… 64$/);
    expect((long ?? '').length).toBeLessThan(25);
  });
});

describe('a picture of a position', () => {
  const people = ['Aya 9', 'Ben 9', 'Chika 9', 'Dan 9'];
  const read = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml');
  const signs = (svg: string) => [...read(svg).querySelectorAll('.seat text')].map((text) => text.textContent);

  it('says of four whose quarter is whose', () => {
    const board = discPicture('-'.repeat(64), quarters(8));
    const svg = boardPicture({ board, turn: 2 }, YONIN_SEATS, 'Yonin', [], people);
    expect(signs(svg)).toEqual(['1', '2', '3', '4', '1', '2', '3', '4']);
    for (const person of people) expect(svg).toContain(`>${person}</text>`);
    expect(read(svg).querySelectorAll('.turn')).toHaveLength(1);
  });

  it('shows what is in hand, and whose turn it is', () => {
    const board = { ...piecePicture(SHOGI_START.split(' ')[0] ?? '') };
    const empty = boardPicture({ board, turn: null }, SHOGI_SEATS, 'Yonin-shogi', [], people);
    board.hands = [[{ kind: 'pawn', count: 3 }], [], [{ kind: 'rook', count: 1 }], []];
    const svg = boardPicture({ board, turn: 0 }, SHOGI_SEATS, 'Yonin-shogi', [], people);
    const pieces = (text: string) => text.match(/M0-17/g)?.length ?? 0;
    expect(pieces(svg)).toBe(pieces(empty) + 2);
    expect(svg).toContain('font-size="13">3</text>');
    expect([svg, empty].map((each) => read(each).querySelectorAll('.turn').length)).toEqual([1, 0]);
  });

  it('names two below, and who won where discs do not tell', () => {
    const outcome = ['Aya wins', 'Ken resigned.'];
    const position = { board: discPicture('-'.repeat(64)), turn: 0 };
    const svg = boardPicture(position, TWO_SEATS, 'Othello', outcome, ['Aya 2', 'Ken 2']);
    for (const line of ['Othello', 'Aya wins – Ken resigned.', 'Aya 2 – Ken 2'])
      expect(svg).toContain(`>${line}</text>`);
    expect(signs(svg)).toEqual([]);
  });
});
