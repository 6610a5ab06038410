// A game at once: the person begins, AIs play the other seats.

import { api } from '../net/api';
import { keepCreated, person } from '../net/identity';
import type { Occupant } from '../protocol';
import { opponentFor } from './opponent';

/** The room of a game against AIs of one level, or against these in the order of the seats. */
export async function quickPlay(game: string, level: number, name: string, whom?: Occupant[]): Promise<string> {
  const created = whom
    ? await api.createRoom({
        game,
        seats: [{ kind: 'me' }, ...whom],
        clock: null,
        start: '',
        assist: true,
        name,
        names: [],
        person: person(),
      })
    : await api.quickPlay({
        game,
        seat: 0,
        against: await opponentFor(game, level),
        clock: null,
        name,
        person: person(),
      });
  keepCreated(created);
  return created.room;
}
