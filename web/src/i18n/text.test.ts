import { describe, expect, it } from 'vitest';
import { en } from './en';
import { ja } from './ja';
import { kana } from './kana';
import { list } from './text.svelte';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { texts as inClass } from '../class/texts';

/** Every leaf with its path; a function is a leaf. */
function leaves(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inside]) => leaves(inside, `${path}.${key}`));
}

const argumentsOf = (text: unknown) => (typeof text === 'function' ? text.length : 0);

describe('the two languages', () => {
  const english = new Map(leaves(en, ''));
  const japanese = new Map(leaves(ja, ''));

  it('have the same texts', () => {
    expect([...japanese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it('leave no text empty', () => {
    const empty = [...english, ...japanese].filter(([, text]) => typeof text === 'string' && text.trim() === '');
    expect(empty).toEqual([]);
  });

  it('take the same arguments', () => {
    for (const [path, text] of english) {
      const other = japanese.get(path);
      expect(typeof other, path).toBe(typeof text);
      expect(argumentsOf(other), path).toBe(argumentsOf(text));
    }
  });

  it('can be written without kanji', () => {
    const children = new Map(leaves(kana, ''));
    expect([...children.keys()].toSorted()).toEqual([...japanese.keys()].toSorted());
    for (const [path, text] of children) {
      expect(argumentsOf(text), path).toBe(argumentsOf(japanese.get(path)));
      const lists = path === '.importing.understood' ? [['a']] : [2, 1];
      const written = typeof text === 'function' ? String(text(...lists)) : String(text);
      expect(written, path).not.toMatch(/[一-鿿０-９]/);
    }
  });

  it('have the marks of their own language in Japanese', () => {
    const leavesOf = (path: string, messages: unknown) => leaves(messages, path);
    const all = [
      ...leavesOf('ja', ja),
      ...leavesOf('kana', kana),
      ...leavesOf('class', inClass.ja),
      ...leavesOf('class kana', inClass.kana),
    ];
    for (const [path, text] of all) {
      const written =
        typeof text === 'function'
          ? String(text(...(path.endsWith('.understood') ? [['甲', '乙']] : ['甲', '乙', '丙'])))
          : String(text);
      // Moves as they are typed, commands and names of formats are as they are.
      const sentence = written.replaceAll(/「[^」]*」/g, '');
      expect(sentence, path).not.toMatch(/, |[,;!?]|\.(\s|$)|[^\x20-\x7e] ?[.:] |[ぁ-鿿][.,:;!?]/);
    }
  });

  it('have lists with commas of their own', () => {
    replaceSettings(defaults('ja'));
    expect(list(['およそ9石の損', '計算中'])).toBe('およそ9石の損、計算中');
    replaceSettings(defaults('en'));
    expect(list(['about 9 discs', 'still thinking'])).toBe('about 9 discs, still thinking');
  });

  it('are two languages', () => {
    const characters = /[぀-ヿ一-鿿]/;
    const shared = [...english].filter(([path, text]) => typeof text === 'string' && text === japanese.get(path));
    expect(shared.map(([path]) => path)).toEqual(['.settings.pieceStyles.kanji']);
    const plain = [...japanese].filter(([, text]) => typeof text === 'string' && !characters.test(text));
    expect(plain.map(([path]) => path)).toEqual([]);
  });
});
