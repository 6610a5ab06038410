// A ply in words: for the screen reader and for the line under the board.

import { moveText, seatName, standInName } from '../board/names';
import { t } from '../i18n/text.svelte';
import type { Announcement, Ply, RoomView, SeatView } from '../protocol';
import { calledIn } from './called';

/** What the seats of a game are called where nobody is known to sit there. */
const unnamed = (seats: readonly SeatView[]): string[] => seats.map(seatName);

export function announcementText(what: Announcement, called: readonly string[]): string {
  const said = t().said;
  const nameOf = (seat: number) => called[seat] ?? String(seat + 1);
  switch (what.kind) {
    case 'pass':
      return said.pass(nameOf(what.seat));
    case 'check':
      return said.check(nameOf(what.seat));
    case 'jump': {
      const over = what.over.map(nameOf).join(' · ');
      const to = nameOf(what.to);
      return over ? said.jump(to, over) : said.jumpOnly(to);
    }
    case 'mate':
      return said.mate(nameOf(what.seat), nameOf(what.by));
    case 'out':
      return said.out(nameOf(what.seat));
  }
}

/** Whether a ply is a move; a pass is none, nor is a resignation or a flag that fell. */
export const isMove = (ply: Ply): boolean => ply.kind === 'move';

export const movesIn = (plies: readonly Ply[]): number => plies.filter(isMove).length;

/** The number of the move that a ply is, or of the last one before it. */
export const moveNumber = (plies: readonly Ply[], ply: number): number => movesIn(plies.slice(0, ply));

/** Whether a ply is how the seat of a later one left the game. */
const hasLeft = (earlier: Ply, { seat, number }: Ply): boolean =>
  earlier.seat === seat && earlier.number < number && (earlier.kind === 'resign' || earlier.kind === 'time');

/** What everybody should notice, besides the move itself. */
export function notable(
  ply: Ply,
  seats: SeatView[],
  called: readonly string[] = unnamed(seats),
  plies: readonly Ply[] = [],
): string[] {
  // Whoever has left the game is passed over; that they cannot move would not be true.
  if (ply.kind === 'pass' && plies.some((each) => hasLeft(each, ply))) return [];
  const texts = ply.announcements.map((what) => announcementText(what, called));
  const who = called[ply.seat] ?? '';
  if (ply.kind === 'resign') texts.unshift(t().said.resigned(who));
  if (ply.kind === 'time') texts.unshift(t().said.time(who));
  if (ply.kind === 'pass' && texts.length === 0) texts.push(t().said.pass(who));
  return texts;
}

/** Who decided a ply, if that was not who is named at its seat; else empty. */
export function moverText(ply: Ply, game: string, whose: (seat: number) => string): string {
  return ply.by ? t().said.inPlaceOf(standInName(ply.by, game), whose(ply.seat)) : '';
}

/** The same at a running table, which knows who sits in for somebody now. */
export function movedFor(ply: Ply, room: RoomView): string {
  const by = room.sittings[ply.seat]?.standIn;
  return by && ply.kind !== 'time' ? moverText({ ...ply, by }, room.game, (seat) => calledIn(room)[seat] ?? '') : '';
}

export function plyText(
  ply: Ply,
  seats: SeatView[],
  called: readonly string[] = unnamed(seats),
  plies: readonly Ply[] = [],
): string {
  const parts: string[] = [];
  if (ply.kind === 'move') {
    parts.push(t().said.move(called[ply.seat] ?? '', moveText(ply)));
    if (ply.turned.length > 0) parts.push(t().said.turned(ply.turned.length));
  }
  return [...parts, ...notable(ply, seats, called, plies)].join(' ');
}

/** For two, the colours say it best: it is their discs that are counted. */
export function scoresText(scores: readonly number[], seats: SeatView[], called: readonly string[]): string {
  const names = seats.length === 2 ? unnamed(seats) : called;
  return t().said.scores(scores.map((score, seat) => `${names[seat]} ${score}`).join(', '));
}
