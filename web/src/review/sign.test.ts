import { describe, expect, it } from 'vitest';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { unplayed } from './sign';

describe('a better move', () => {
  for (const [settings, written] of [
    [defaults('en'), ['S*8c', '7d8c', 'f5']],
    [defaults('ja'), ['８三銀打', '７四→８三', 'f5']],
    [{ ...defaults('ja'), kana: true }, ['８３ぎんうつ', '７４→８３', 'f5']],
  ] as const) {
    it(`is written as the others are, a drop too: ${written[0]}`, () => {
      replaceSettings(settings);
      expect(['S*8c', '7d8c', 'f5'].map(unplayed)).toEqual(written);
    });
  }
});
