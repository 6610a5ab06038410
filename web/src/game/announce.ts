// A ply in words: for the screen reader and for the line under the board.

import { moveText, seatName, sitterName } from '../board/names';
import { t } from '../i18n/text.svelte';
import type { Announcement, Ply, SeatView } from '../protocol';

const nameOf = (seats: SeatView[], seat: number) => (seats[seat] ? seatName(seats[seat]) : String(seat + 1));

export function announcementText(what: Announcement, seats: SeatView[]): string {
  const said = t().said;
  switch (what.kind) {
    case 'pass':
      return said.pass(nameOf(seats, what.seat));
    case 'check':
      return said.check(nameOf(seats, what.seat));
    case 'jump': {
      const over = what.over.map((seat) => nameOf(seats, seat)).join(' · ');
      const to = nameOf(seats, what.to);
      return over ? said.jump(to, over) : said.jumpOnly(to);
    }
    case 'mate':
      return said.mate(nameOf(seats, what.seat), nameOf(seats, what.by));
    case 'out':
      return said.out(nameOf(seats, what.seat));
  }
}

/** Whether a ply is a move; a pass is none, nor is a resignation or a flag that fell. */
export const isMove = (ply: Ply): boolean => ply.kind === 'move';

export const movesIn = (plies: readonly Ply[]): number => plies.filter(isMove).length;

/** The number of the move that a ply is, or of the last one before it. */
export const moveNumber = (plies: readonly Ply[], ply: number): number => movesIn(plies.slice(0, ply));

/** What everybody should notice, besides the move itself. */
export function notable(ply: Ply, seats: SeatView[]): string[] {
  const texts = ply.announcements.map((what) => announcementText(what, seats));
  const who = nameOf(seats, ply.seat);
  if (ply.kind === 'resign') texts.unshift(t().said.resigned(who));
  if (ply.kind === 'time') texts.unshift(t().said.time(who));
  if (ply.kind === 'pass' && texts.length === 0) texts.push(t().said.pass(who));
  return texts;
}

/** Who decided a ply, if that was not who is named at its seat; else empty. */
export function moverText(ply: Ply, game: string, whose: (seat: number) => string): string {
  return ply.by ? t().said.inPlaceOf(sitterName(ply.by, game), whose(ply.seat)) : '';
}

export function plyText(ply: Ply, seats: SeatView[]): string {
  const parts: string[] = [];
  if (ply.kind === 'move') {
    parts.push(t().said.move(nameOf(seats, ply.seat), moveText(ply)));
    if (ply.turned.length > 0) parts.push(t().said.turned(ply.turned.length));
  }
  return [...parts, ...notable(ply, seats)].join(' ');
}

export function scoresText(scores: readonly number[], seats: SeatView[]): string {
  return t().said.scores(scores.map((score, seat) => `${nameOf(seats, seat)} ${score}`).join(', '));
}
