// What is heard when something is shown: sounds for everybody, sentences for screen readers.

import { sittingNames, seatName } from '../board/names';
import { t } from '../i18n/text.svelte';
import type { Ply, PositionView, RoomView } from '../protocol';
import { isAi, isPerson } from '../room/sitting';
import type { Audience, RoomSession } from '../room/session.svelte';
import { playEffect } from '../sound/effects';
import { say } from '../ui/live.svelte';
import { movedFor, plyText } from './announce';
import { calledIn } from './called';
import { countingTime } from './counting.svelte';
import { ending, headline, isCounted } from './outcome';

function sounds(ply: Ply, position: PositionView, session: RoomSession): void {
  const check = ply.announcements.some((what) => what.kind === 'check' || what.kind === 'mate');
  if (ply.kind !== 'move') playEffect('pass');
  else playEffect(position.board.kind === 'discs' ? 'place' : 'move');
  if (ply.turned.length > 0) playEffect('turn', ply.turned.length);
  if (check) playEffect('check');
  const result = session.room?.result;
  if (position.finished && result) {
    const { seats } = session.you;
    // Of several at one screen somebody has won, or shares it.
    const won = seats.length > 1 || ending(result, seats) === 'won';
    playEffect(won ? 'win' : 'end', 1, isCounted(result, position.board) ? countingTime() : 0);
  } else if (session.mover !== null && !session.you.seats.includes(ply.seat)) playEffect('yourTurn');
}

export const audience: Audience = {
  shown(ply, position, session) {
    const room = session.room;
    if (!room) return;
    sounds(ply, position, session);
    const called = calledIn(room);
    const result = position.finished && room.result ? headline(room.result, room.seats, session.you.seats, called) : '';
    const text = plyText(ply, room.seats, called, room.plies);
    const { mover, you } = session;
    const next = mover === null ? '' : you.seats.length > 1 ? t().said.jumpOnly(called[mover] ?? '') : t().said.your;
    say(text, movedFor(ply, room), result, next);
  },
  happened(what) {
    say(what === 'undone' ? t().said.undone : what === 'newGame' ? t().said.newGame : t().game.reconnected);
  },
  sitting(before: RoomView, after: RoomView, seat: number) {
    const [was, is, view] = [before.sittings[seat], after.sittings[seat], after.seats[seat]];
    if (!was || !is || !view) return;
    const [previous, name] = [sittingNames(before)[seat] ?? '', sittingNames(after)[seat] ?? ''];
    if (!is.sitter) say(t().said.open(seatName(view)));
    else if (!was.sitter || isAi(was) !== isAi(is) || previous !== name) say(t().said.joined(name, seatName(view)));
    else if (isPerson(is) && was.present !== is.present) {
      say(is.present ? t().said.back(name) : t().said.left(name));
    }
  },
};
