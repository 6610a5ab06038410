// How the game stands, in a few words.

import { standInName } from '../board/names';
import { t } from '../i18n/text.svelte';
import type { RoomView } from '../protocol';
import { isAi, isAway } from '../room/sitting';
import { calledIn } from './called';

/** For a game that goes on, with this turn on the board; `mover` is the seat that moves at this screen. */
export function turnText(room: RoomView, turn: number | null, own: readonly number[], mover: number | null): string {
  if (room.status === 'waiting') return t().game.waiting;
  const who = turn === null ? undefined : calledIn(room)[turn];
  if (turn === null || who === undefined) return t().game.over;
  // Where several sit at this screen, nobody is "you".
  if (mover !== null) return own.length > 1 ? t().game.turnOf(who) : t().game.yourTurn;
  if (room.failure?.seat === turn) return t().game.stuck(who);
  const sitting = room.sittings[turn];
  if (sitting?.standIn) return t().game.playsFor(standInName(sitting.standIn, room.game), who);
  if (isAway(sitting)) return t().game.away(who);
  return isAi(sitting) ? t().game.thinking(who) : t().game.turnOf(who);
}

/** Who else is away, so that nobody waits for them unknowingly; in a game the one to move is in the banner itself. */
export function awayText(room: RoomView, turn: number | null): string {
  if (room.status === 'finished') return '';
  const called = calledIn(room);
  const named = room.status === 'playing' ? turn : null;
  const away = room.sittings.flatMap((sitting, seat) =>
    seat !== named && isAway(sitting) ? [called[seat] ?? ''] : [],
  );
  return away.map((who) => t().said.left(who)).join(' ');
}
