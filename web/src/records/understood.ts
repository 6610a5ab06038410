// What a pasted text was understood as, in one sentence.

import { namesOf } from '../board/names';
import { t } from '../i18n/text.svelte';
import type { Understood } from '../protocol';

/** Who sat there, if that is known. */
export const peopleText = ({ seats, game }: Pick<Understood, 'seats' | 'game'>): string =>
  seats.some((seat) => seat.name) ? namesOf(seats, game).join(' – ') : '';

/** What can be said of one game. */
export type Said = Pick<Understood, 'format' | 'plies' | 'played' | 'result' | 'games'>;

export function understoodText({ format, plies, played, result, games }: Said, title: string): string {
  const words = t().importing;
  if (games > 1) return words.understood([words.formats[format], words.games(games)]);
  const what = [words.formats[format], title];
  if (plies > 0) what.push(t().records.moves(played), result ? words.over : t().records.unfinished);
  return words.understood(what);
}
