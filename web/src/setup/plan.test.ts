import { describe, expect, it } from 'vitest';
import {
  timeControl,
  FRESH_CLOCK,
  request,
  reseated,
  seating,
  seatsAsIn,
  shuffled,
  spread,
  type SeatChoice,
} from './plan';

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

describe('seats of another game', () => {
  const kon: SeatChoice = { kind: 'player', player: 'p2-entertaining', face: 'fox' };
  const washi: SeatChoice = { kind: 'level', level: 10, face: 'eagle' };
  const file: SeatChoice = { kind: 'player', player: 'x' };
  const listed = (...names: string[]) => ({
    players: names.map((name) => ({ name, title: name, titleJa: null, about: '', aboutJa: null, games: [] })),
    levels: [],
    strongest: '',
  });
  const allowed = { game: 'reversi-6x6', most: 10, players: null, level: 4 };

  it('keep who has a face there, and give others to a level', () => {
    expect(reseated([{ kind: 'me' }, kon, washi], { ...allowed, game: 'yonin-shogi' })).toEqual([
      { kind: 'me' },
      { kind: 'player', player: 'yonin-shogi-entertaining', face: 'fox' },
      washi,
    ]);
    expect(reseated([{ kind: 'friend' }, kon, washi], allowed)).toEqual([
      { kind: 'friend' },
      { kind: 'level', level: 4 },
      { kind: 'level', level: 10 },
    ]);
  });

  it('keep player files that play it, once that is known', () => {
    expect(reseated([file], allowed)).toEqual([file]);
    expect(reseated([file], { ...allowed, players: listed('x') })).toEqual([file]);
    expect(reseated([file], { ...allowed, players: listed('y') })).toEqual([{ kind: 'level', level: 4 }]);
  });

  it('hold nobody above the highest level', () => {
    expect(reseated([file, washi], { ...allowed, most: 6, players: listed('x') })).toEqual([
      { kind: 'level', level: 4 },
      { kind: 'level', level: 6 },
    ]);
  });

  it('are those of a game that was played', () => {
    const sitters = [
      { name: 'Ken' },
      { name: '', player: 'level-yonin-3', level: 3 },
      { name: 'Aya' },
      { name: '', player: 'p0-left' },
    ];
    expect(seatsAsIn(sitters, [2], 'yonin', 4)).toEqual([
      { kind: 'level', level: 4 },
      { kind: 'level', level: 3, face: 'tanuki' },
      { kind: 'me' },
      { kind: 'player', player: 'p0-left', face: 'cat' },
    ]);
    expect(seatsAsIn(sitters, [], 'yonin', 4)[0]).toEqual({ kind: 'me' });
  });

  it('are filled up, and never without the one who sets up', () => {
    expect(spread([{ kind: 'me' }, kon], seating('ais', 4, 3)).map(({ kind }) => kind)).toEqual([
      'me',
      'player',
      'level',
      'level',
    ]);
    expect(spread([kon, kon, kon, { kind: 'me' }], seating('ais', 2, 3))).toEqual([{ kind: 'me' }, kon]);
  });
});
