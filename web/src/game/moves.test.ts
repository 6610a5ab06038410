import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { TWO_SEATS } from '../notation/pictures';
import { Cursor } from '../room/cursor.svelte';
import { fetchTexts } from '../i18n/text.svelte';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { pliesOf } from '../test/room';
import Moves from './Moves.svelte';

afterEach(cleanup);

describe('the list of moves', () => {
  for (const [settings, text] of [
    [defaults('en'), 'Level 4 moved for Aya.'],
    [defaults('ja'), 'Ayaに代わってレベル4が決めました。'],
    [{ ...defaults('ja'), kana: true }, 'Ayaの かわりに レベル4が きめました。'],
  ] as const) {
    it(`tells who moved in somebody's place: ${text}`, async () => {
      replaceSettings(settings);
      await fetchTexts();
      const plies = pliesOf(4);
      const third = plies[2];
      if (third) third.by = { name: 'level 4', player: 'level-reversi-4', level: 4 };
      render(Moves, {
        game: 'reversi-8x8',
        plies,
        seats: TWO_SEATS,
        nameOf: (seat: number) => ['Aya', 'Ken'][seat] ?? '',
        cursor: new Cursor(() => plies.length),
      });
      const marked = [...document.querySelectorAll('li button')].filter((move) => move.querySelector('.stand-in'));
      expect(marked.map((move) => move.getAttribute('data-ply'))).toEqual(['3']);
      expect(marked[0]?.getAttribute('title')).toBe(text);
      expect(marked[0]?.textContent).toContain(text);
    });
  }
});
