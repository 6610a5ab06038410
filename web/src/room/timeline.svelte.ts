// The positions of a game by ply, fetched as they are asked for. Records and rooms share it.

import { api } from '../net/api';
import type { PositionView } from '../protocol';

const AT_ONCE = 40;

export class Timeline {
  private kept = $state.raw(new Map<number, PositionView>());
  private previous: PositionView | undefined;
  private asked = new Set<number>();

  constructor(private readonly source: string) {}

  keep(position: PositionView): void {
    this.kept = new Map(this.kept).set(position.ply, position);
  }

  /** After an undo the plies beyond will be others. */
  forgetAfter(ply: number): void {
    this.kept = new Map([...this.kept].filter(([known]) => known <= ply));
    for (const known of this.asked) if (known > ply) this.asked.delete(known);
  }

  at(ply: number): PositionView | undefined {
    return this.kept.get(ply);
  }

  /** The position of a ply or, until it has come, the one shown before: a board never flickers. */
  shown(ply: number): PositionView | undefined {
    this.previous = this.kept.get(ply) ?? this.previous;
    return this.previous;
  }

  /** Asks for a ply and its neighbourhood, where one will flip to next. */
  async fetch(ply: number): Promise<void> {
    if (this.kept.has(ply) || this.asked.has(ply)) return;
    const from = Math.max(0, ply - AT_ONCE / 2);
    const to = from + AT_ONCE - 1;
    for (let each = from; each <= to; each++) this.asked.add(each);
    try {
      const { positions } = await api.positions(this.source, from, to);
      const kept = new Map(this.kept);
      for (const position of positions) kept.set(position.ply, position);
      this.kept = kept;
    } catch {
      for (let each = from; each <= to; each++) this.asked.delete(each);
    }
  }
}
