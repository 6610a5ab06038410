import { describe, expect, it } from 'vitest';
import { browserLanguage, defaults, inLanguage, readFile, readSettings, writeFile } from './settings';

const plain = defaults('en');

describe('settings', () => {
  it('survive being written and read', () => {
    const changed = { ...plain, name: 'Aya', theme: 'dark' as const, pause: 900, music: true };
    expect(readFile(writeFile(changed), plain)).toEqual(changed);
  });

  it('fall back where a value does not fit', () => {
    const odd = { theme: 'pink', pause: 1e9, level: 'ten', muted: 1, unknown: true, coordinates: false };
    expect(readSettings(odd, plain)).toEqual({ ...plain, coordinates: false });
    for (const found of [null, undefined, 3, 'text', []]) expect(readSettings(found, plain)).toEqual(plain);
  });

  it('cut a name that the server would refuse', () => {
    expect(readSettings({ name: 'x'.repeat(100) }, plain).name).toHaveLength(40);
  });

  it('refuse files that are something else', () => {
    for (const text of [
      '',
      '{}',
      '[]',
      '{"format":"kaesu-record","version":1}',
      '{"format":"kaesu-settings","version":2}',
    ]) {
      expect(readFile(text, plain)).toBeNull();
    }
  });

  it('write pieces in the language of the page, unless somebody chose otherwise', () => {
    expect(inLanguage(plain, 'ja')).toEqual({ language: 'ja', pieces: 'kanji' });
    expect(inLanguage(defaults('ja'), 'en')).toEqual({ language: 'en', pieces: 'letters' });
    const chosen = { ...plain, pieces: 'kanji' as const };
    expect(inLanguage(chosen, 'ja').pieces).toBe('kanji');
    expect(inLanguage({ ...chosen, language: 'ja', pieces: 'letters' }, 'en').pieces).toBe('letters');
  });

  it('start in the language of the browser', () => {
    expect(browserLanguage(['ja-JP', 'en'])).toBe('ja');
    expect(browserLanguage(['fr', 'ja'])).toBe('ja');
    expect(browserLanguage(['en-GB', 'ja'])).toBe('en');
    expect(browserLanguage(['fr'])).toBe('en');
  });

  it('are quiet at first', () => {
    expect(plain.music).toBe(false);
    expect(plain.evaluation).toBe(false);
  });
});
