import { describe, expect, it } from 'vitest';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { placement } from '../test/room';
import { unplayed } from './sign';

describe('a better move', () => {
  for (const [settings, written] of [
    [defaults('en'), ['S*8c', '7d8c', 'f5']],
    [defaults('ja'), ['８三銀打', '７四→８三', 'f5']],
    [{ ...defaults('ja'), kana: true }, ['８３ぎんうつ', '７４→８３', 'f5']],
  ] as const) {
    it(`is written as the others are, a drop too: ${written[0]}`, () => {
      replaceSettings(settings);
      expect(['S*8c', '7d8c', 'f5'].map((text) => unplayed(text))).toEqual(written);
    });
  }

  it('names the piece where the position is known, as the list of moves does', () => {
    const legal = [{ ...placement('7d8c', 19, []), textJa: '８三銀' }];
    replaceSettings(defaults('ja'));
    expect(unplayed('7d8c', legal)).toBe('８三銀');
    replaceSettings({ ...defaults('ja'), kana: true });
    expect(unplayed('7d8c', legal)).toBe('８３ぎん');
  });
});
