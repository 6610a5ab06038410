// What a pasted text was understood as, in one sentence.

import { t } from '../i18n/text.svelte';
import type { Understood } from '../protocol';

export function understoodText({ format, plies, result, games }: Understood, title: string): string {
  const words = t().importing;
  if (games > 1) return words.understood([words.formats[format], words.games(games)]);
  const what = [words.formats[format], title];
  if (plies > 0) what.push(t().records.moves(plies), result ? words.over : t().records.unfinished);
  return words.understood(what);
}
