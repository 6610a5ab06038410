// Which of the moves that cost something are mistakes, by the size of the loss.

import type { Costly, Unit } from '../protocol';
import type { Reviewed } from './analysis.svelte';

export interface Mistake extends Costly {
  /** One that turns a game. */
  grave: boolean;
  /** Whether it is among the few that the game is remembered by. */
  marked: boolean;
  /** Whether what it cost is still being computed. */
  open: boolean;
}

/** From which loss on a move is a mistake, and a grave one. Points of an evaluation have no size that people know. */
const SIZES: Record<Unit, { mistake: number; grave: number }> = {
  discs: { mistake: 4, grave: 8 },
  rank: { mistake: 0.25, grave: 0.5 },
  points: { mistake: 0, grave: Infinity },
};
/** So many are told where losses have no known size. */
const FEW = 3;
/** So many are marked in a game, as many of each player: who marks everything points at nothing. */
const MARKED = 12;
/** So many are grave, whoever made them: of two marked moves the worse one has no lesser mark. */
const GRAVE = MARKED / 2;

/** All moves of a game that cost much, the worst first. */
export function lossesOf(analysis: Reviewed | null): Mistake[] {
  if (!analysis) return [];
  const size = SIZES[analysis.unit];
  const most = MARKED / (analysis.values[0]?.length ?? 2);
  const worse: number[] = [];
  const grave = Math.max(size.grave, analysis.costliest[GRAVE - 1]?.cost ?? 0);
  const found = analysis.costliest
    .filter(({ cost }) => cost >= size.mistake)
    .map((costly): Mistake => {
      const before = worse[costly.seat] ?? 0;
      worse[costly.seat] = before + 1;
      const open = !costly.exact && costly.ply <= analysis.open;
      return Object.assign({ grave: costly.cost >= grave, marked: before < most, open }, costly);
    });
  return analysis.unit === 'points' ? found.slice(0, FEW) : found;
}

/** The mistakes of a game: the costliest few of each player, the worst first. */
export const mistakesOf = (analysis: Reviewed | null): Mistake[] => lossesOf(analysis).filter(({ marked }) => marked);
