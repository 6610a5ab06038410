// Values in their unit, written the same way wherever they stand.

import { number, t } from '../i18n/text.svelte';
import type { Trust, Unit } from '../protocol';

/** Ranks lie close together, so they are told more finely; discs are whole wherever they can be. */
export function valueText(value: number, unit: Unit): string {
  if (unit === 'discs') return number(value, 0, 1);
  return number(value, unit === 'rank' ? 2 : 1);
}

export function unitName(unit: Unit): string {
  return t().units[unit].name;
}

/** What is expected at the end, with its unit. */
export function expectedText(value: number, unit: Unit): string {
  return t().units[unit].expected(valueText(value, unit));
}

/** The same for somebody who wants a good move and knows no searching. */
export function hintTrust({ exact, depth }: Trust): string {
  return exact ? t().game.hintSure : t().game.hintDepth(depth);
}

/** Whether a value is exact, and if not how far was looked ahead, and how surely. */
export function trustText({ exact, depth, confidence }: Trust): string {
  if (exact) return t().trust.exact;
  return confidence < 100 ? t().trust.likely(depth, confidence) : t().trust.depth(depth);
}
