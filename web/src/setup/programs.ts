// Players that are neither characters nor levels, in groups: what people come for first, what belongs to a paper last.

import { titleOf } from '../i18n/text.svelte';
import { settings } from '../settings/store.svelte';
import type { PlayerEntry } from '../protocol';

const PAPERS = [null, 'P0', 'P1', 'P2', 'P3', 'P4'] as const;

export interface Programs {
  /** The paper they are from; none for all others. */
  paper: (typeof PAPERS)[number];
  /** In the order of what people call them; numbers count as numbers. */
  players: PlayerEntry[];
}

/** Levels are chosen by their number. */
const isLevel = ({ name }: PlayerEntry) => name.startsWith('level-');
const paperOf = ({ name }: PlayerEntry) => /^p[0-4](?=-)/.exec(name)?.[0].toUpperCase() ?? null;

/** The programs among the players, group by group. */
export function programsAmong(players: readonly PlayerEntry[]): Programs[] {
  const { compare } = new Intl.Collator(settings.language, { numeric: true });
  const programs = players.filter((player) => !isLevel(player)).toSorted((a, b) => compare(titleOf(a), titleOf(b)));
  return PAPERS.map((paper) => ({ paper, players: programs.filter((each) => paperOf(each) === paper) })).filter(
    (group) => group.players.length > 0,
  );
}
