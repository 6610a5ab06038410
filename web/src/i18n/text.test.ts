import { describe, expect, it } from 'vitest';
import { en } from './en';
import { ja } from './ja';

/** Every leaf with its path; a function is a leaf. */
function leaves(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inside]) => leaves(inside, `${path}.${key}`));
}

describe('the two languages', () => {
  const english = new Map(leaves(en, ''));
  const japanese = new Map(leaves(ja, ''));

  it('have the same texts', () => {
    expect([...japanese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('leave no text empty', () => {
    for (const [path, text] of [...english, ...japanese]) {
      if (typeof text === 'string') expect(text.trim(), path).not.toBe('');
    }
  });

  it('take the same arguments', () => {
    for (const [path, text] of english) {
      const other = japanese.get(path);
      expect(typeof other, path).toBe(typeof text);
      if (typeof text === 'function' && typeof other === 'function') expect(other.length, path).toBe(text.length);
    }
  });

  it('are two languages', () => {
    const kana = /[぀-ヿ一-鿿]/;
    const shared = [...english].filter(([path, text]) => typeof text === 'string' && text === japanese.get(path));
    expect(shared.map(([path]) => path)).toEqual(['.setup.ai', '.settings.pieceStyles.kanji', '.keys.enterKey', '.keys.squareKey']);
    const plain = [...japanese].filter(([, text]) => typeof text === 'string' && !kana.test(text));
    expect(plain.map(([path]) => path)).toEqual(['.setup.ai', '.keys.enterKey', '.keys.squareKey']);
  });
});
