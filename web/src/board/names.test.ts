import { beforeEach, describe, expect, it } from 'vitest';
import type { SittingView } from '../protocol';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { sittingNames } from './names';

const person = (name: string): SittingView => ({ sitter: { name }, present: true, replaceable: false });

describe('names at a table', () => {
  beforeEach(() => replaceSettings(defaults('en')));

  it('tell several guests apart', () => {
    const ai: SittingView = {
      sitter: { name: 'random', player: 'random', level: 3 },
      present: true,
      replaceable: false,
    };
    expect(sittingNames([person(''), ai, person('Aya'), person('')])).toEqual(['Guest 1', 'Level 3', 'Aya', 'Guest 2']);
    expect(sittingNames([person(''), { sitter: null, present: false, replaceable: false }])).toEqual([
      'Guest',
      'Open seat',
    ]);
  });
});
