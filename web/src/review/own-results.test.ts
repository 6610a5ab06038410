import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../net/api';
import type { OwnResult } from '../protocol';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import OwnResults from './OwnResults.svelte';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const result = (game: string, seats: number, rank: number, shared = false): OwnResult => ({
  record: `${game}-${rank}-${shared}`,
  game,
  ended: '1767225600000',
  seat: 0,
  rank,
  shared,
  seats,
  score: 1,
  level: 3,
  players: [],
});

async function shown(results: OwnResult[]) {
  replaceSettings(defaults('en'));
  vi.spyOn(api, 'results').mockResolvedValue({ results });
  const { container, findByRole } = render(OwnResults, { game: results[0]?.game ?? '' });
  const graph = await findByRole('img');
  const texts = (where: string) => [...container.querySelectorAll(where)].map((each) => each.textContent?.trim());
  return {
    signs: [...graph.querySelectorAll('g g')].map((sign) => sign.getAttribute('class')?.split(' ')[0]),
    figures: texts('svg[role=img] .place'),
    legend: texts('.legend li'),
    table: texts('tbody a'),
    rows: texts('svg[role=img] .name'),
    cells: [...container.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    ),
    /** How far down each sign is. */
    heights: [...graph.querySelectorAll('g[transform]')].map((sign) =>
      Number(/ ([\d.]+)\)/.exec(sign.getAttribute('transform') ?? '')?.[1]),
    ),
  };
}

describe('own results', () => {
  it('are places in games of four, and the legend says so', async () => {
    const found = await shown([1, 2, 3, 4].map((rank) => result('yonin', 4, rank)));
    expect(found.signs).toEqual(['place-1', 'place-2', 'place-3', 'place-4']);
    expect(found.figures).toEqual(['1', '2', '3', '4']);
    expect(found.legend).toEqual(['11st', '22nd', '33rd', '44th']);
    expect(found.table).toEqual(['4th', '3rd', '2nd', '1st']);
  });

  it('are won, drawn or lost in games of two', async () => {
    const game = 'reversi-8x8';
    const found = await shown([result(game, 2, 1), result(game, 2, 1, true), result(game, 2, 2)]);
    expect(found.signs).toEqual(['won', 'drawn', 'lost']);
    expect(found.legend).toEqual(['won', 'drawn', 'lost']);
    expect(found.table).toEqual(['lost', 'drawn', 'won']);
  });

  it('name whom one played, with a row of their own for those without a level', async () => {
    const game = 'reversi-8x8';
    const kon = { ...result(game, 2, 1), level: null, players: [{ name: '', player: 'p2-entertaining' }] };
    const pon = { ...result(game, 2, 2), players: [{ name: '', player: 'level-reversi-3', level: 3 }] };
    const found = await shown([kon, pon]);
    expect(found.signs).toEqual(['won', 'lost']);
    expect(found.rows).toEqual(['Kon']);
    expect(found.cells.map((cells) => cells.slice(1, 3))).toEqual([
      ['Pon', '3'],
      ['Kon', '–'],
    ]);
    expect(found.heights[0]).toBeGreaterThan(found.heights[1]!);
  });

  it('share one row where many have no level', async () => {
    const players = [
      { name: '', player: 'level-yonin-1', level: 1 },
      { name: '', player: 'p0-left' },
      { name: '', player: 'level-yonin-3', level: 3 },
    ];
    const found = await shown([{ ...result('yonin', 4, 2), level: null, players }]);
    expect(found.rows).toEqual(['others']);
    expect(found.cells[0]?.[1]).toBe('Piyo, Tama, Pon');
  });
});
