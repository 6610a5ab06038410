// The games as the server lists them, asked for once.

import type { GameEntry } from '../protocol';
import { api } from './api';

let games = $state.raw<GameEntry[]>([]);
let asked = false;

/** Empty until the server has answered; then whatever shows it is drawn again. */
export function listedGames(): GameEntry[] {
  if (!asked) {
    asked = true;
    api
      .games()
      .then((found) => (games = found))
      .catch(() => (asked = false));
  }
  return games;
}
