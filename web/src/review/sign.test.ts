import { describe, expect, it } from 'vitest';
import { piecePicture } from '../notation/pictures';
import { fetchTexts } from '../i18n/text.svelte';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { unplayed } from './sign';

describe('a better move', () => {
  for (const [settings, written] of [
    [defaults('en'), ['S*8c', '7d8c', 'f5']],
    [defaults('ja'), ['８三銀打', '７四→８三', 'f5']],
    [{ ...defaults('ja'), kana: true }, ['８三ぎんうつ', '７四→８三', 'f5']],
  ] as const) {
    it(`is written as the others are, a drop too: ${written[0]}`, async () => {
      replaceSettings(settings);
      await fetchTexts();
      expect(['S*8c', '7d8c', 'f5'].map((text) => unplayed(text))).toEqual(written);
    });
  }

  it('names the piece where the position is known, as the list of moves does', async () => {
    const board = piecePicture('9/9/9/2sS6/5sP3/5sP3/9/+sP8/9');
    const moves = ['7d8c', '7d8c+', '4e4d', '9h8h'];
    replaceSettings(defaults('ja'));
    expect(moves.map((text) => unplayed(text, board))).toEqual(['８三銀', '８三銀成', '４四歩（４五）', '８八と']);
    replaceSettings({ ...defaults('ja'), kana: true });
    await fetchTexts();
    expect(unplayed('7d8c', board)).toBe('８三ぎん');
    replaceSettings(defaults('en'));
    expect(unplayed('7d8c', board)).toBe('7d8c');
  });
});
