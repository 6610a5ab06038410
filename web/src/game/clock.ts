// Clocks on the screen: the server says what was left, the page counts down the one that runs.

import type { Clocks, TimeControl } from '../protocol';

export interface Reading {
  text: string;
  runs: boolean;
  /** Milliseconds left. */
  left: number;
}

/** `elapsed` is the time since the clocks were true. */
export function readClock(clocks: Clocks, control: TimeControl | null, seat: number, elapsed: number): Reading {
  const runs = clocks.running === seat;
  let left = (clocks.left[seat] ?? 0) - (runs ? elapsed : 0);
  let periods = clocks.periods[seat] ?? 0;
  if (control && 'period' in control) {
    const period = control.period * 1000;
    // Whoever waits with nothing but periods has a whole one, not nothing.
    while (left <= 0 && periods > 0) {
      left += period;
      periods--;
    }
    // In the last stretch the figure is what is left of the period.
    const suffix = periods > 0 ? ` +${periods}×${control.period}` : '';
    return { text: clockText(left) + suffix, runs, left };
  }
  return { text: clockText(left), runs, left };
}

export function clockText(milliseconds: number): string {
  const safe = Math.max(0, milliseconds);
  if (safe < 10_000) return (Math.floor(safe / 100) / 10).toFixed(1);
  const seconds = Math.ceil(safe / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
