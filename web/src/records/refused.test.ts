import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Refused } from '../net/api';
import { wholeProblem } from '../i18n/problem';
import { fetchTexts } from '../i18n/text.svelte';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { inJapanese } from './refused';

/** What the server said in its own tests, line by line. */
const said = readFileSync(`${import.meta.dirname}/../../../crates/server/tests/refusals.txt`, 'utf8')
  .trim()
  .split('\n');

/** The numbers of a sentence that a reader needs, outside of what is quoted or given as an example. */
function numbersOf(sentence: string): string[] {
  const own = sentence
    .replace(/;.*$/, '')
    .replace(/(?:a move is written like|as in|is like|the games are) .*$/, '')
    .replace(/"[^"]*"|`[^`]*`|, expected .*? at/g, '')
    // Told in seconds.
    .replace(/\d+ ms|lasted \d+/g, '');
  return own.match(/\b\d+\b/g) ?? [];
}

describe('what the server says of a text that is no game', () => {
  it('is a whole sentence in Japanese, with its number and its reason', () => {
    expect(said.length).toBeGreaterThan(40);
    for (const line of said) {
      for (const text of [inJapanese(line, false), inJapanese(`game 17 of 23: ${line}`, false)]) {
        expect(text, line).toMatch(/[。）]|ここで選べる手：/);
        // English is left only where it quotes, and in names of formats.
        const own = text.replace(/「[^」]*」/g, '').replace(/ここで選べる手：[\w ]+/g, '');
        expect(own.replace(/GGF|SGF|KiB|AI|GM\[2\]|SZ\[8\]|\b[a-h][1-8]\b|[XO]|yonin/g, ''), line).not.toMatch(
          /[A-Za-z]{2}/,
        );
        for (const number of numbersOf(line)) expect(text, line).toContain(number);
      }
      expect(inJapanese(`game 17 of 23: ${line}`, false), line).toMatch(/^23局のうち17局目：/);
    }
  });

  it('is written without kanji for those who read none', () => {
    for (const line of said) {
      const text = inJapanese(line, true);
      expect(text, line).toMatch(/[ぁ-ん]/);
      expect(text, line).not.toMatch(/[一-鿿]/);
    }
  });

  it('names what is wrong', () => {
    expect(inJapanese('move 2 of the record: the move is not legal here', false)).toBe('2手目：選べない手です。');
    expect(inJapanese('move 3 "a1" is not legal; legal here: c3 c4', false)).toBe(
      '3手目の「a1」：そこには打てません。ここで選べる手：c3 c4',
    );
    expect(inJapanese('move 2 took 3600000 ms, more than the clock still gave', false)).toBe(
      '2手目：残り時間より長い3600秒がかかっています。',
    );
    expect(inJapanese('the sky is green', false)).toBe('');
  });

  it('is told in the language of the page', async () => {
    const refused = new Refused('unplayable', 'move 2 of the record: it was another seat’s turn');
    const malformed = new Refused('malformed', 'this is no record of a game: missing field `game` at line 1 column 40');
    replaceSettings(defaults('en'));
    expect(await wholeProblem(refused)).toBe(
      'This cannot be played: move 2 of the record: it was another seat’s turn.',
    );
    expect(await wholeProblem(malformed)).toContain('missing field `game` at line 1 column 40');
    replaceSettings(defaults('ja'));
    await fetchTexts();
    expect(await wholeProblem(malformed)).toBe(
      'かえすの記録として読み取れません（1行目の40文字目）：「game」の項目がありません。',
    );
    expect(await wholeProblem(new Refused('kept', 'x'))).toMatch(/^保存できる/);
    replaceSettings(defaults('en'));
  });
});
