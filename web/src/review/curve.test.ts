import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TWO_SEATS } from '../notation/pictures';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { pliesOf } from '../test/room';
import type { Analysed, Reviewed } from './analysis.svelte';
import Curve from './Curve.svelte';
import { mistakesOf } from './mistakes';
import Review from './Review.svelte';

beforeEach(() => replaceSettings(defaults('en')));
afterEach(cleanup);

const costly = (ply: number, cost: number) => ({ ply, seat: (ply - 1) % 2, played: 'd3', better: 'c4', cost });
const analysis: Reviewed = {
  open: 0,
  player: 'kaesu',
  unit: 'discs',
  values: [0, 4, -2, -2].map((value) => [value, -value]),
  costliest: [costly(1, 12), costly(2, 8)],
};
const analysed = { analysis, progress: null, failed: false } as unknown as Analysed;
const common = { analysed, mistakes: mistakesOf(analysis), seats: TWO_SEATS, onpick: () => undefined };

describe('the curve of a game', () => {
  it('ends at the last position, also if somebody gave up there', () => {
    const plies = pliesOf(3);
    const points = () => document.querySelector('path[d^="M"]')?.getAttribute('d')?.split('L').length;
    render(Curve, { ...common, plies, ply: 3 });
    expect(points()).toBe(4);
    cleanup();
    plies[2] = { ...plies[2]!, kind: 'resign', to: null };
    render(Curve, { ...common, plies, ply: 3 });
    expect(points()).toBe(3);
    const slider = document.querySelector('[role=slider]');
    expect(slider?.getAttribute('aria-valuemax')).toBe('2');
    expect(slider?.getAttribute('aria-valuetext')).toContain('−2');
  });
});

describe('the table of values', () => {
  it('has none for a resignation, which leads to no other position', () => {
    const plies = pliesOf(3);
    plies[2] = { ...plies[2]!, kind: 'resign', to: null };
    render(Review, {
      ...common,
      game: 'reversi-8x8',
      record: 'r',
      nameOf: (seat: number) => ['Aya', 'Ken'][seat] ?? '',
      plies,
      notes: [],
      ply: 3,
    });
    const rows = [...document.querySelectorAll('tbody tr')];
    expect(rows.map((row) => row.querySelector('.figure')?.textContent)).toEqual(['0', '4', '−2', '']);
  });
});

describe('costly moves', () => {
  it('are told with who made them, and of one of them alone if that is wanted', async () => {
    render(Review, {
      ...common,
      game: 'reversi-8x8',
      record: 'r',
      nameOf: (seat: number) => ['Aya', 'Ken'][seat] ?? '',
      plies: pliesOf(3),
      notes: [],
      ply: 3,
    });
    const told = () => [...document.querySelectorAll('.item .who')].map((who) => who.textContent);
    expect(told()).toEqual(['Aya', 'Ken']);
    const ken = document.querySelector<HTMLInputElement>('input[value="1"]');
    if (ken) await fireEvent.click(ken);
    expect(told()).toEqual(['Ken']);
  });
});
