import { describe, expect, it } from 'vitest';
import { timeControl, FRESH_CLOCK, request, seating, shuffled } from './plan';

describe('a plan', () => {
  const plan = {
    game: { name: 'yonin', options: { start: 'own' } },
    sitters: seating('friends', 4, 3),
    order: 'shown' as const,
    clock: FRESH_CLOCK,
    start: ' d3 ',
    assist: false,
    players: null,
  };

  it('becomes a request', () => {
    expect(request(plan, 'Aya', 'p')).toEqual({
      game: 'yonin:start=own',
      seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }, { kind: 'open' }],
      clock: null,
      start: 'd3',
      assist: false,
      names: ['', '', '', ''],
      name: 'Aya',
      person: 'p',
    });
  });

  it('takes the nearest level there is', () => {
    const levels = [1, 5].map((level) => ({ level, player: `level-${level}`, about: '', aboutJa: null }));
    const ask = (players: Parameters<typeof request>[0]['players']) =>
      request({ ...plan, sitters: seating('ais', 2, 4), players }, '', '').seats[1];
    expect(ask(null)).toEqual({ kind: 'level', level: 4 });
    expect(ask({ players: [], levels, strongest: 'x' })).toEqual({ kind: 'level', level: 5 });
    expect(ask({ players: [], levels: [], strongest: 'x' })).toEqual({ kind: 'player', player: 'x' });
  });

  it('draws lots over the same people', () => {
    const seats = request({ ...plan, order: 'random' }, '', '', () => 0).seats;
    expect(seats.filter((seat) => seat.kind === 'me')).toHaveLength(1);
    expect(seats[0]?.kind).not.toBe('me');
    expect(shuffled([1, 2, 3, 4], () => 0.99)).toEqual([1, 2, 3, 4]);
  });

  it('counts time in seconds', () => {
    expect(timeControl({ ...FRESH_CLOCK, kind: 'increment' })).toEqual({ main: 600, increment: 5 });
    expect(timeControl({ ...FRESH_CLOCK, kind: 'byoyomi', minutes: 0 })).toEqual({
      main: 0,
      period: 30,
      periods: 3,
    });
  });
});
