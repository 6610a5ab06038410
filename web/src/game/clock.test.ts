import { expect, it } from 'vitest';
import { clockText, readClock } from './clock';

it('writes time as people read it', () => {
  expect(clockText(600_000)).toBe('10:00');
  expect(clockText(59_001)).toBe('1:00');
  expect(clockText(9_950)).toBe('9.9');
  expect(clockText(3_661_000)).toBe('1:01:01');
  expect(clockText(-5)).toBe('0.0');
});

it('counts down only the clock that runs', () => {
  const clocks = { left: [60_000, 60_000], periods: [0, 0], running: 0 };
  const control = { main: 60, increment: 0 };
  expect(readClock(clocks, control, 0, 15_000)).toEqual({ text: '0:45', runs: true, left: 45_000 });
  expect(readClock(clocks, control, 1, 15_000).text).toBe('1:00');
});

it('goes through the periods of byoyomi', () => {
  const clocks = { left: [5_000, 0], periods: [3, 3], running: 0 };
  const control = { main: 60, period: 30, periods: 3 };
  expect(readClock(clocks, control, 0, 10_000)).toMatchObject({ left: 25_000, text: '0:25 +2×30' });
  expect(readClock(clocks, control, 1, 10_000)).toMatchObject({ left: 30_000, text: '0:30 +2×30' });
});
