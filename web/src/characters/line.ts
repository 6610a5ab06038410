// What is said of an opponent.

import { t } from '../i18n/text.svelte';
import { standsIn, type Character } from './characters';

/** Its style; of a level that stands in for a player file only how strong it is. */
export function lineOf(game: string, character: Character): string {
  const { face, occupant } = character;
  return standsIn(character) && occupant.kind === 'level'
    ? t().characters.atLevel(occupant.level)
    : (t().characters.lines[game]?.[face] ?? '');
}
