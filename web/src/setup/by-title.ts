// Players in the order of what people call them; numbers count as numbers.

import { titleOf } from '../i18n/text.svelte';
import { settings } from '../settings/store.svelte';
import type { PlayerEntry } from '../protocol';

export function byTitle(players: readonly PlayerEntry[]): PlayerEntry[] {
  const { compare } = new Intl.Collator(settings.language, { numeric: true });
  return players.toSorted((a, b) => compare(titleOf(a), titleOf(b)));
}
