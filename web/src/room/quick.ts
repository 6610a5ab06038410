// A game at once: the person begins, AIs of one level play the other seats.

import { api } from '../net/api';
import { keepCreated, person } from '../net/identity';
import type { Occupant } from '../protocol';
import { opponentFor } from './opponent';

/** The room. */
export async function quickPlay(game: string, level: number, name: string, whom?: Occupant): Promise<string> {
  const against = whom ?? (await opponentFor(game, level));
  const created = await api.quickPlay({ game, seat: 0, against, clock: null, name, person: person() });
  keepCreated(created);
  return created.room;
}
