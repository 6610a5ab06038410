import { describe, expect, it } from 'vitest';
import type { PlayerEntry } from '../protocol';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { programsAmong } from './programs';

const player = (name: string, title: string, titleJa: string | null = null): PlayerEntry => ({
  name,
  title,
  titleJa,
  about: '',
  aboutJa: null,
  games: [],
});

const PLAYERS = [
  player('p1-bp', 'P1 BP'),
  player('kaesu-10', 'Kaesu 10', 'かえす10'),
  player('level-reversi-1', 'Reversi, level 1'),
  player('random', 'Random', 'あてずっぽう'),
  player('p0-left', 'P0 Left'),
  player('kaesu-9', 'Kaesu 9', 'かえす9'),
  player('p4-weak', 'P4 weak'),
  player('p0-all', 'P0 All'),
];

describe('programs', () => {
  const names = () =>
    programsAmong(PLAYERS).map(({ paper, players }) => `${paper}: ${players.map(({ name }) => name).join(' ')}`);

  it('come before those of the papers, and levels are not among them', () => {
    replaceSettings(defaults('en'));
    expect(names()).toEqual(['null: kaesu-9 kaesu-10 random', 'P0: p0-all p0-left', 'P1: p1-bp', 'P4: p4-weak']);
  });

  it('are listed in the order of their titles in the language of the page', () => {
    replaceSettings(defaults('ja'));
    expect(names()[0]).toBe('null: random kaesu-9 kaesu-10');
  });
});
