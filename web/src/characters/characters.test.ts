import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { en } from '../i18n/en';
import { ja } from '../i18n/ja';
import { kana } from '../i18n/kana';
import type { Sitter } from '../protocol';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { save } from '../storage';
import { atTable, CASTS, charactersAt, lastTable, offered, TABLE } from './characters';
import { lineOf } from './line';

/** The player file behind a level; all boards of Reversi share theirs, but for some of their own. */
function filesOf(game: string, level: number): string[] {
  return [game, game.replace(/^reversi-.*/, 'reversi')].map((owner) => `level-${owner}-${level}`);
}

function read(name: string): string {
  try {
    return readFileSync(resolve(import.meta.dirname, `../../../players/${name}.toml`), 'utf8');
  } catch {
    return '';
  }
}

describe('opponents', () => {
  for (const [game, cast] of Object.entries(CASTS))
    it(`of ${game} are players of it, each with a name and a line of their own`, () => {
      expect(new Set(cast.map(({ face }) => face)).size).toBe(cast.length);
      for (const { face, occupant } of cast) {
        const names =
          occupant.kind === 'level' ? filesOf(game, occupant.level) : 'player' in occupant ? [occupant.player] : [];
        const games = names.map((name) => /^games = \[([^\]]*)\]/m.exec(read(name))?.[1] ?? '').join();
        expect(games, face).toContain(`"${game}"`);
        for (const { characters } of [en, ja, kana]) {
          expect(characters.names[face], face).toBeTruthy();
          expect(characters.lines[game]?.[face], face).toBeTruthy();
        }
      }
    });

  it('are no stronger than may play, and enough for a table at the usual highest level of a class', () => {
    for (const game of Object.keys(CASTS)) expect(offered(game, 6).length).toBeGreaterThanOrEqual(atTable(game));
    expect(offered('yonin', 6).map(({ face }) => face)).toEqual(['chick', 'tanuki', 'bear']);
    // Whose strength is not known as a level plays as one.
    const [chick, ...others] = offered('yonin-shogi', 6);
    expect(chick).toEqual(CASTS['yonin-shogi']?.[0]);
    expect(others.map(({ face, occupant }) => [face, occupant])).toEqual([
      ['tanuki', { kind: 'level', level: 3 }],
      ['fox', { kind: 'level', level: 4 }],
      ['bear', { kind: 'level', level: 6 }],
    ]);
  });

  it('have every style that was promised, each behind a player of its own where four play shogi', () => {
    const styles = (CASTS['yonin-shogi'] ?? []).map(({ style }) => style);
    expect(styles).toEqual(expect.arrayContaining(['greedy', 'cautious', 'entertaining', 'relentless']));
    for (const style of ['greedy', 'cautious', 'entertaining'])
      expect(CASTS['yonin-shogi']?.find((each) => each.style === style)?.occupant).toEqual({
        kind: 'player',
        player: `yonin-shogi-${style}`,
      });
  });

  const aya = { name: 'Aya' };
  const greedy = { name: '', player: 'yonin-shogi-greedy' };
  const third = { name: '', player: 'level-yonin-shogi-3', level: 3 };
  const facesOf = (sitters: Sitter[], most: number) =>
    charactersAt(sitters, 'yonin-shogi', () => most).map((who) => who?.face);

  it('keep their faces at the table, as a player file and, where that may not play, as a level', () => {
    expect(facesOf([aya, greedy], 10)).toEqual([undefined, 'tanuki']);
    expect(facesOf([aya, third], 6)).toEqual([undefined, 'tanuki']);
    // Who chose a level meets a level.
    expect(facesOf([aya, third], 10)).toEqual([undefined, undefined]);
  });

  it('keep their faces at several seats as player files, but several of one level are nobody', () => {
    expect(facesOf([greedy, aya, greedy], 10)).toEqual(['tanuki', undefined, 'tanuki']);
    expect(facesOf([third, aya, third], 6)).toEqual([undefined, undefined, undefined]);
  });

  it('are not said to have a style that a level in their place has not', () => {
    replaceSettings(defaults('en'));
    const lines = (most: number) =>
      Object.fromEntries(offered('yonin-shogi', most).map((who) => [who.face, lineOf('yonin-shogi', who)]));
    expect(lines(10).fox).toMatch(/^Entertaining/);
    expect(lines(6)).toMatchObject({ chick: lines(10).chick, fox: 'Plays at level 4 here.' });
  });
});

describe('the last table', () => {
  beforeEach(() => save(TABLE, null));

  it('is Othello at first', () => {
    expect(lastTable()).toEqual({ game: 'reversi-8x8', faces: {} });
  });

  it('comes back as it was chosen', () => {
    save(TABLE, { game: 'yonin', faces: { yonin: ['dog', 'cat', 'eagle'] } });
    expect(lastTable()).toEqual({ game: 'yonin', faces: { yonin: ['dog', 'cat', 'eagle'] } });
  });

  it('forgets who does not play, and tables that are not full', () => {
    save(TABLE, {
      game: 'chess',
      faces: { yonin: ['dog', 'fox', 'eagle'], 'yonin-shogi': ['fox', 'fox', 'crow'], chess: 3 },
    });
    expect(lastTable()).toEqual({ game: 'reversi-8x8', faces: {} });
    for (const odd of [3, 'text', [], { faces: 3 }]) {
      save(TABLE, odd);
      expect(lastTable().game).toBe('reversi-8x8');
    }
  });
});
