// What kind of sitter a seat of a room has.

import type { SittingView } from '../protocol';

export const isAi = (sitting: SittingView | undefined): boolean => sitting?.sitter?.player !== undefined;

export const isPerson = (sitting: SittingView | undefined): boolean => Boolean(sitting?.sitter) && !isAi(sitting);

/** Nobody is there, and nobody plays for them. */
export const isAway = (sitting: SittingView | undefined): boolean =>
  isPerson(sitting) && !sitting?.present && !sitting?.standIn;
