import { expect, it } from 'vitest';
import type { PlayerEntry } from '../protocol';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { byTitle } from './by-title';

const player = (name: string, title: string, titleJa: string | null = null): PlayerEntry => ({
  name,
  title,
  titleJa,
  about: '',
  aboutJa: null,
  games: [],
});

it('lists players in the order of their titles in the language of the page', () => {
  const players = [
    player('a', 'Kaesu 10', 'かえす10'),
    player('b', 'Random', 'あてずっぽう'),
    player('c', 'Kaesu 9', 'かえす9'),
  ];
  const names = () => byTitle(players).map((each) => each.name);
  replaceSettings(defaults('en'));
  expect(names()).toEqual(['c', 'a', 'b']);
  replaceSettings(defaults('ja'));
  expect(names()).toEqual(['b', 'c', 'a']);
});
