// What went wrong, in the language of the page.

import { Refused } from '../net/api';
import { t } from './text.svelte';

export function problemText(reason: unknown): string {
  if (!(reason instanceof Refused)) return String(reason);
  return (
    t().errors[reason.code] ?? (reason.code === 'unplayable' ? t().error.unplayable : t().error.other)(reason.message)
  );
}
