// What is picked up on a board of pieces, and where it may be put down.

import type { LegalMove, PieceKind } from '../protocol';

export type Picked = { from: number } | { drop: PieceKind };

export function matches(move: LegalMove, picked: Picked): boolean {
  return 'from' in picked ? move.from === picked.from : move.drop === picked.drop;
}

/** The moves of a picked piece, by the cell they go to; two where promotion is a choice. */
export function targetsOf(legal: readonly LegalMove[], picked: Picked | null): Map<number, LegalMove[]> {
  const targets = new Map<number, LegalMove[]>();
  if (!picked) return targets;
  for (const move of legal) {
    if (move.to === null || !matches(move, picked)) continue;
    targets.set(move.to, [...(targets.get(move.to) ?? []), move]);
  }
  return targets;
}
