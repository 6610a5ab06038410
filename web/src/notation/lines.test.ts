import { describe, expect, it } from 'vitest';
import { OTHELLO, SHOGI, YONIN, between } from '../howto/frames';
import { parseGame, writeGame } from './game';
import { readDiscs, readPieces, writeDiscs, writeHand, writePieces } from './lines';
import { SHOGI_START } from './pictures';

describe('position lines', () => {
  it('are written as they are read', () => {
    const discs = '##----###------#-----------OX------XO-----------#------###----##';
    expect(writeDiscs(readDiscs(discs))).toBe(discs);
    for (const rows of [SHOGI_START, '#n8/7sSv1/1eR7/1sS7/8eK/wR4sPv3/9/9/wK3sK4', '+sR8/9/7xSv1/9/4+nP^4/9/9/9/9']) {
      expect(readPieces(rows)).toHaveLength(81);
      expect(writePieces(readPieces(rows), 9)).toBe(rows);
    }
  });

  it('write hands in the order of the game', () => {
    expect(writeHand([])).toBe('-');
    expect(
      writeHand([
        { kind: 'pawn', count: 2 },
        { kind: 'rook', count: 1 },
      ]),
    ).toBe('R2P');
  });
});

describe('names of games', () => {
  it('are read and written', () => {
    for (const text of ['reversi-8x8', 'yonin:start=own,pairs=yes']) expect(writeGame(parseGame(text))).toBe(text);
    expect(parseGame('yonin-shogi:rules=survivor').options).toEqual({ rules: 'survivor' });
  });
});

describe('pictures of the lessons', () => {
  it('are whole boards whose steps follow each other', () => {
    for (const { frames } of [...OTHELLO, ...YONIN, ...SHOGI]) {
      for (const { board } of frames) {
        expect(board.cells).toHaveLength(board.rows * board.columns);
        expect(Number.isInteger(board.rows)).toBe(true);
      }
      const steps = frames.slice(1).map(({ board }, index) => ({ before: frames[index], board }));
      const loose = steps.filter(
        ({ before, board }) => before?.picked === null && between(before.board, board, 1) === null,
      );
      expect(loose).toEqual([]);
    }
  });
});
