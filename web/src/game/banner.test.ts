import { beforeEach, describe, expect, it } from 'vitest';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { roomOf } from '../test/room';
import { turnText } from './banner';

describe('the banner', () => {
  beforeEach(() => replaceSettings(defaults('en')));

  it('says whose turn it is, and who thinks', () => {
    expect(turnText(roomOf(), 0, [0], 0)).toBe('Your turn');
    expect(turnText(roomOf(), 0, [], null)).toBe('Black to move');
    expect(turnText(roomOf(), 1, [0], null)).toBe('White thinks…');
    expect(turnText({ ...roomOf(), status: 'waiting' }, 0, [0], null)).toBe('Waiting for players');
  });

  it('says of a player that has failed that it does not move', () => {
    const failed = { ...roomOf(), failure: { seat: 1, code: 'failed', message: 'out of ideas' } };
    expect(turnText(failed, 1, [0], null)).toBe('White does not move');
    expect(turnText(failed, 0, [0], 0)).toBe('Your turn');
  });
});
