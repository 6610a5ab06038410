import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Playback } from './playback';

describe('playback', () => {
  let shown: string[] = [];
  let playback: Playback;
  const item = (name: string, wait: number) => ({ wait: () => wait, show: () => void shown.push(name) });

  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
    playback = new Playback(() => Date.now());
  });
  afterEach(() => void vi.useRealTimers());

  it('shows one reply after the other', () => {
    playback.add(item('me', 0));
    for (const name of ['a', 'b', 'c']) playback.add(item(name, 400));
    expect(shown).toEqual(['me']);
    vi.advanceTimersByTime(400);
    expect(shown).toEqual(['me', 'a']);
    vi.advanceTimersByTime(800);
    expect(shown).toEqual(['me', 'a', 'b', 'c']);
  });

  it('waits for nothing where nothing moves', () => {
    for (const name of ['a', 'b', 'c']) playback.add(item(name, 0));
    expect(shown).toEqual(['a', 'b', 'c']);
  });

  it('does not hold back a move that was long in coming', () => {
    playback.add(item('me', 0));
    vi.advanceTimersByTime(5000);
    playback.add(item('slow', 400));
    expect(shown).toEqual(['me', 'slow']);
  });

  it('forgets what waits when the board changes', () => {
    playback.add(item('me', 0));
    playback.add(item('a', 400));
    playback.clear();
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual(['me']);
  });
});
