// Which of the moves that cost something are mistakes, by the size of the loss.

import type { Costly, Unit } from '../protocol';
import type { Reviewed } from './analysis.svelte';

export interface Mistake extends Costly {
  /** One that turns a game. */
  grave: boolean;
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

/** The mistakes of a game, the worst first. */
export function mistakesOf(analysis: Reviewed | null): Mistake[] {
  if (!analysis) return [];
  const size = SIZES[analysis.unit];
  const found = analysis.costliest
    .filter(({ cost }) => cost >= size.mistake)
    .map((costly): Mistake => {
      const open = !costly.exact && costly.ply <= analysis.open;
      return Object.assign({ grave: costly.cost >= size.grave, open }, costly);
    });
  return analysis.unit === 'points' ? found.slice(0, FEW) : found;
}
