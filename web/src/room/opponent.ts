// Which AI stands behind a wished level. Not every game has all ten.

import { api } from '../net/api';
import type { Occupant, Players } from '../protocol';

/** The level itself, the nearest there is, or the strongest player where there are no levels. */
export function opponent(players: Players, level: number): Occupant {
  const best = players.levels.toSorted((a, b) => Math.abs(a.level - level) - Math.abs(b.level - level))[0];
  return best ? { kind: 'level', level: best.level } : { kind: 'player', player: players.strongest };
}

export async function opponentFor(game: string, level: number): Promise<Occupant> {
  return opponent(await api.players(game), level);
}
