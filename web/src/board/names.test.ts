import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SittingView } from '../protocol';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { namesOf, sittingNames } from './names';

const person = (name: string): SittingView => ({ sitter: { name }, present: true, replaceable: false, standIn: null });

const at = (sittings: SittingView[]) => ({ sittings, game: 'reversi-8x8:size=8' });

describe('names at a table', () => {
  beforeEach(() => replaceSettings(defaults('en')));
  afterEach(() => vi.unstubAllGlobals());

  it('tell several guests apart', () => {
    const ai: SittingView = {
      sitter: { name: 'random', player: 'random', level: 3 },
      present: true,
      replaceable: false,
      standIn: null,
    };
    expect(sittingNames(at([person(''), ai, person('Aya'), person('')]))).toEqual([
      'Guest 1',
      'Level 3',
      'Aya',
      'Guest 2',
    ]);
    expect(sittingNames(at([person(''), { sitter: null, present: false, replaceable: false, standIn: null }]))).toEqual(
      ['Guest', 'Open seat'],
    );
  });

  it('are those of opponents with a face, unless several are the same', () => {
    const level = (number: number) => ({ name: `level ${number}`, player: `level-yonin-${number}`, level: number });
    const tama = { name: 'p0-left', player: 'p0-left' };
    expect(namesOf([{ name: 'Aya' }, level(1), tama, level(2)], 'yonin')).toEqual(['Aya', 'Piyo', 'Tama', 'Level 2']);
    expect(namesOf([{ name: 'Aya' }, level(1), level(1), level(3)], 'yonin')).toEqual([
      'Aya',
      'Level 1',
      'Level 1',
      'Pon',
    ]);
    expect(namesOf([tama, { name: 'Aya' }, tama, level(1)], 'yonin')).toEqual(['Tama 1', 'Aya', 'Tama 2', 'Piyo']);
  });

  it('are the same in lists of past games', () => {
    const sittings = [person(''), person('Aya'), person('')];
    const sitters = sittings.map((sitting) => sitting.sitter);
    expect(namesOf(sitters, 'yonin')).toEqual(['Guest 1', 'Aya', 'Guest 2']);
    expect(namesOf(sitters, 'yonin')).toEqual(sittingNames({ sittings, game: 'yonin' }));
  });

  it('are those of the players in the language of the page, once they are known', async () => {
    const listed = { about: '', aboutJa: null, games: [] };
    const players = [{ ...listed, name: 'random', title: 'Random', titleJa: 'でたらめ' }];
    const fetched = vi.fn(() => Promise.resolve(Response.json({ players, levels: [], strongest: 'random' })));
    vi.stubGlobal('fetch', fetched);
    const player = (name: string, title: string): SittingView => ({
      ...person(title),
      sitter: { name: title, player: name },
    });
    const room = at([player('random', 'Random'), player('brought-once', 'Somebody'), person('random')]);
    replaceSettings(defaults('ja'));
    expect(sittingNames(room)).toEqual(['Random', 'Somebody', 'random']);
    await vi.waitFor(() => expect(sittingNames(room)).toEqual(['でたらめ', 'Somebody', 'random']));
    replaceSettings(defaults('en'));
    expect(sittingNames(room)).toEqual(['Random', 'Somebody', 'random']);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
