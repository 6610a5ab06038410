// What is written over a board besides the position: values and a hint.

import type { LegalMove, MoveValue, PositionView, Trust, Unit } from '../protocol';

/** What the moves of one position are worth. */
export interface Judged {
  moves: MoveValue[];
  unit: Unit;
}

export interface Valued {
  /** What the move is worth to the one who moves. */
  own: number;
  best: boolean;
  all: MoveValue;
}

export interface Overlay {
  /** By the text of the move. */
  values: ReadonlyMap<string, Valued>;
  unit: Unit;
  hint: LegalMove | null;
  /** Squares a player speaks of: what was offered, or where the surprise was. */
  shown: readonly number[];
  /** How far the values can be trusted, or else the hint. */
  trust: Trust | null;
}

/** A move that was recommended. */
export interface Hint {
  move: LegalMove;
  trust: Trust;
}

export const NO_OVERLAY: Overlay = { values: new Map(), unit: 'discs', hint: null, shown: [], trust: null };

/** What is written over a position of which this is known. */
export function overlayOf(position: PositionView, judged: Judged | null, hint: Hint | null = null): Overlay {
  if (position.turn === null) return NO_OVERLAY;
  const move = hint?.move ?? null;
  if (!judged) return { ...NO_OVERLAY, hint: move, trust: hint?.trust ?? null };
  return {
    values: valuesOf(judged.moves, position.turn, judged.unit === 'rank'),
    unit: judged.unit,
    hint: move,
    shown: [],
    trust: judged.moves[0] ?? null,
  };
}

/** What a position is worth to each seat: that of the mover's best move. */
export function worthOf({ values }: Overlay): number[] | null {
  return [...values.values()].find((value) => value.best)?.all.values ?? null;
}

/** A low rank is good; more discs and points are good. */
export function valuesOf(moves: readonly MoveValue[], seat: number, lowIsGood: boolean): Map<string, Valued> {
  const owns = moves.map((move) => move.values[seat] ?? 0);
  const best = lowIsGood ? Math.min(...owns) : Math.max(...owns);
  return new Map(moves.map((all, index) => [all.text, { own: owns[index] ?? 0, best: owns[index] === best, all }]));
}

/** Per seat, how much better than the average move this one is; positive helps. */
export function helpOf(move: MoveValue, moves: readonly MoveValue[], lowIsGood: boolean): number[] {
  return move.values.map((value, seat) => {
    const mean = moves.reduce((sum, each) => sum + (each.values[seat] ?? 0), 0) / moves.length;
    return lowIsGood ? mean - value : value - mean;
  });
}
