// What went wrong, in the language of the page.

import { Refused } from '../net/api';
import { settings } from '../settings/store.svelte';
import { inKana, t } from './text.svelte';

/** The same of a text that is no game, with its number and its reason. */
export async function wholeProblem(reason: unknown): Promise<string> {
  const plain = problemText(reason);
  if (!(reason instanceof Refused) || !['unplayable', 'malformed'].includes(reason.code)) return plain;
  if (settings.language === 'en') {
    const [, why] = /^this is no record of a game: (.+)$/.exec(reason.message) ?? [];
    return why ? `${plain.replace(/\.$/, '')}: ${why}.` : plain;
  }
  const { inJapanese } = await import('../records/refused').catch(() => ({ inJapanese: () => '' }));
  return inJapanese(reason.message, inKana()) || plain;
}

export function problemText(reason: unknown): string {
  if (!(reason instanceof Refused)) return String(reason);
  const { code, message } = reason;
  if (code === 'unplayable') return moveProblem(message) ?? t().error.unplayable(message);
  return t().errors[code] ?? t().error.other(message);
}

/** What is wrong with one move of many, as the server's English sentence says. */
function moveProblem(said: string): string | null {
  const [all, game = '', of = ''] = /^game (\d+) of (\d+): /.exec(said) ?? [];
  if (all) {
    const rest = said.slice(all.length);
    return t().error.game(game, of, moveProblem(rest) ?? t().error.unplayable(rest));
  }
  const [, number = '', move = '', what = ''] =
    /\bmove (\d+) "([^"]*)" (is not legal|cannot be read|comes after)/.exec(said) ?? [];
  if (what === 'is not legal') return t().error.illegal(number, move, /legal here: (.+)$/.exec(said)?.[1] ?? '');
  if (what === 'cannot be read') return t().error.unreadable(number, move);
  return what ? t().error.after(number, move) : null;
}
