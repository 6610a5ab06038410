// How far the values of a review can be trusted, in words. Nothing is told as if it were certain that is not.

import { trustText, valueText } from '../board/units';
import { t } from '../i18n/text.svelte';
import type { Costly, Trust, Unit } from '../protocol';

/** Whether a value is exact, still being computed, or how far was looked ahead; empty where nobody said. */
export function sureText(trust: Trust | undefined, unit: Unit, open = false): string {
  if (trust?.exact) return t().trust.exact;
  if (open) return t().trust.open;
  if (!trust) return '';
  // Ranks come from games that were tried: their depth is that of the longest line, not of all of them.
  return unit === 'rank' ? t().trust.tried(trust.depth) : trustText(trust);
}

/** What a move cost; where that is not exact it is told so. */
export function lossText({ cost, exact }: Costly, unit: Unit): string {
  const amount = valueText(cost, unit);
  return t().units[unit].amount(exact ? amount : t().review.about(amount));
}
