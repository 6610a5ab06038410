// What a pasted text was understood as, in one sentence.

import { t } from '../i18n/text.svelte';
import type { Understood } from '../protocol';

export function understoodText({ format, plies, result }: Understood, title: string): string {
  const words = t().importing;
  const what = [words.formats[format], title];
  if (plies > 0) what.push(t().records.moves(plies), result ? words.over : t().records.unfinished);
  return words.understood(what);
}
