// The players of each game as the server lists them, asked for once.

import { parseGame } from '../notation/game';
import type { PlayerEntry } from '../protocol';
import { api } from './api';

let lists = $state.raw<Record<string, PlayerEntry[]>>({});
const asked: Record<string, boolean> = {};

/** Empty until the server has answered; then whatever shows it is drawn again. */
export function listedPlayers(game: string): PlayerEntry[] {
  const { name } = parseGame(game);
  if (!asked[name]) {
    asked[name] = true;
    api
      .players(name)
      .then(({ players }) => (lists = { ...lists, [name]: players }))
      .catch(() => (asked[name] = false));
  }
  return lists[name] ?? [];
}
