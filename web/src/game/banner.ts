// How the game stands, in a few words.

import { seatName } from '../board/names';
import { t } from '../i18n/text.svelte';
import type { RoomView } from '../protocol';
import { isAi } from '../room/sitting';

/** For a game that goes on, with this turn on the board; `mover` is the seat that moves at this screen. */
export function turnText(room: RoomView, turn: number | null, own: readonly number[], mover: number | null): string {
  if (room.status === 'waiting') return t().game.waiting;
  const seat = turn === null ? undefined : room.seats[turn];
  if (turn === null || !seat) return t().game.over;
  if (mover !== null)
    return own.length > 1 || room.seats.length > 2 ? t().game.yourTurnAs(seatName(seat)) : t().game.yourTurn;
  if (room.failure?.seat === turn) return t().game.stuck(seatName(seat));
  return isAi(room.sittings[turn]) ? t().game.thinking(seatName(seat)) : t().game.turnOf(seatName(seat));
}
