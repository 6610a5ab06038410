import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kanaMove, kanaTitle } from '../i18n/kana';
import { cellNamed, squareName, squareText } from './coordinates';
import { Typing } from './typing';

const discs = { kind: 'discs', rows: 10, columns: 10 } as const;
const pieces = { kind: 'pieces', rows: 9, columns: 9 } as const;

describe('names of squares', () => {
  it('are those of the games', () => {
    expect(squareName(discs, 0)).toBe('a1');
    expect(squareName(discs, 99)).toBe('j10');
    expect(squareName(pieces, 0)).toBe('9a');
    expect(squareName(pieces, 80)).toBe('1i');
  });

  it('tell rows from columns in Japanese, also for children', () => {
    expect(squareText(pieces, 40, 'ja')).toBe('５五');
    expect(squareText(pieces, 40, 'kana')).toBe('５五');
    expect(squareText(pieces, 40, 'en')).toBe('5e');
    expect(kanaMove('５六歩')).toBe('５六ふ');
    expect(kanaMove('３四銀不成（２三）')).toBe('３四ぎんならない（２三）');
    expect(kanaTitle('四人将棋 強い')).toBe('よにん しょうぎ つよい');
  });

  it('and titles of all players that come along can be written without kanji', () => {
    const folder = `${import.meta.dirname}/../../../players`;
    const titles = readdirSync(folder).map(
      (file) => /^title-ja = "(.*)"$/m.exec(readFileSync(`${folder}/${file}`, 'utf8'))?.[1] ?? '',
    );
    expect(titles.length).toBeGreaterThan(80);
    for (const title of titles) expect(kanaTitle(title)).toMatch(/^[^一-鿿]+$/);
  });

  it('are read back', () => {
    for (const board of [discs, pieces]) {
      for (let cell = 0; cell < board.rows * board.columns; cell++)
        expect(cellNamed(board, squareName(board, cell))).toBe(cell);
    }
    expect(cellNamed(discs, 'D3')).toBe(23);
    expect(cellNamed(discs, 'd')).toBeUndefined();
    expect(cellNamed(discs, 'k1')).toBeUndefined();
  });
});

describe('typing a square', () => {
  let time = 0;
  const typed = (...keys: string[]) => {
    const typing = new Typing(() => time);
    return keys.map((key) => typing.add(key)).at(-1);
  };

  it('grows letter by letter', () => {
    expect(typed('a', '1', '0')).toBe('a10');
    expect(typed('7', 'g')).toBe('7g');
  });

  it('starts anew with what cannot follow', () => {
    expect(typed('d', '3', 'c')).toBe('c');
    expect(typed('7', 'g', '7')).toBe('7');
    expect(typed('d', 'e')).toBe('e');
  });

  it('starts anew after a pause', () => {
    const typing = new Typing(() => time);
    typing.add('a');
    typing.add('1');
    time += 5000;
    expect(typing.add('0')).toBe('0');
  });
});
