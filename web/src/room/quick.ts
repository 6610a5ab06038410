// A game at once: the person begins, AIs of one level play the other seats.

import { api, Refused } from '../net/api';
import { keepCreated, person } from '../net/identity';
import type { Occupant, RoomCreated } from '../protocol';

/** The room. */
export async function quickPlay(game: string, level: number, name: string): Promise<string> {
  const begin = (against: Occupant) => api.quickPlay({ game, seat: 0, against, clock: { kind: 'none' }, name, person: person() });
  let created: RoomCreated;
  try {
    created = await begin({ kind: 'level', level });
  } catch (reason) {
    if (!(reason instanceof Refused) || reason.code !== 'unknown-player') throw reason;
    created = await begin(await nearest(game, level));
  }
  keepCreated(created);
  return created.room;
}

/** Not every game has all ten levels: the nearest one, or any player at all. */
async function nearest(game: string, level: number): Promise<Occupant> {
  const { levels, strongest } = await api.players(game);
  const best = levels.toSorted((a, b) => Math.abs(a.level - level) - Math.abs(b.level - level))[0];
  return best ? { kind: 'level', level: best.level } : { kind: 'player', player: strongest };
}
