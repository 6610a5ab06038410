import { describe, expect, it } from 'vitest';
import { isAnother, plainCode } from './session.svelte';
import { s } from './texts';
import { settings } from '../settings/store.svelte';

describe('a code', () => {
  it('is read in wide letters, with blanks and any hyphen', () => {
    for (const typed of [
      'ABCDEFG',
      'abc defg',
      'abc-defg',
      'ＡＢＣＤＥＦＧ',
      'ａｂｃーｄｅｆｇ',
      'ＡＢＣ　ＤＥＦＧ',
      'ABC−DEFG',
    ])
      expect(plainCode(typed), typed).toBe('ABCDEFG');
  });
});

describe('a tab with a code', () => {
  const another = (link: string, before: string) => isAnother('ABCDEFG', link, before);

  it('goes on by the link it began with, whatever that is', () => {
    for (const link of ['', '?test=t', '?code=HJKLMNP', '?id=7']) expect(another(link, link), link).toBe(false);
    expect(another('', '?code=ABCDEFG')).toBe(false);
    expect(another('?code=abcdefg', '')).toBe(false);
    expect(another('', '?id=7')).toBe(false);
  });

  it('begins anew by the link of somebody else', () => {
    expect(another('?code=HJKLMNP', '')).toBe(true);
    expect(another('?test=t', '')).toBe(true);
    expect(another('', '?test=t')).toBe(true);
    expect(another('?test=u', '?test=t')).toBe(true);
    expect(another('?code=HJKLMNP', '?test=t')).toBe(true);
    expect(another('?id=8', '?id=7')).toBe(true);
    expect(another('?PROLIFIC_PID=8', '')).toBe(true);
  });
});

describe('what participants are told', () => {
  it('is true of what is kept: practice moves are, and who declines is counted', () => {
    for (const language of ['ja', 'en'] as const) {
      settings.language = language;
      const said = [s().practice(3), s().practising, s().declined].join(' ');
      expect(said).not.toMatch(/記録には入りません|Nothing was recorded|。何も記録していません/);
      expect(s().declined).toMatch(/数|counted/);
    }
  });
});
