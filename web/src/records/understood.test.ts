import { describe, expect, it } from 'vitest';
import type { Understood } from '../protocol';
import { fetchTexts } from '../i18n/text.svelte';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { understoodText } from './understood';

const moves = { format: 'moves', plies: 2, played: 2, result: null } as Understood;
const board = { format: 'position', plies: 0, played: 0, result: null } as Understood;

describe('what a pasted text was understood as', () => {
  it('is said in English and Japanese', async () => {
    replaceSettings(defaults('en'));
    expect(understoodText(moves, 'Othello')).toBe('Understood: moves, Othello, 2 moves, unfinished.');
    expect(understoodText(board, 'Othello')).toBe('Understood: a position, Othello.');
    // Resignations are no moves.
    const over = { ...moves, plies: 4, result: { reason: 'resigned' } } as Understood;
    expect(understoodText(over, 'Othello')).toContain('2 moves');
    replaceSettings(defaults('ja'));
    await fetchTexts();
    expect(understoodText(moves, 'オセロ')).toBe('読み取った内容：手順、オセロ、2手、途中まで');
  });
});
