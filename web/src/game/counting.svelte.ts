// The end of a game: scores are counted up seat by seat, then the result is told. Without motion it is
// told at once.

import { moving } from '../settings/store.svelte';

/** Milliseconds for all seats together; what winning looks like comes after it. */
const LASTS = 1200;

/** How long a count takes. */
export const countingTime = (): number => (moving() ? LASTS : 0);

export class Counting {
  /** From 0 to 1, or null while nothing is counted. */
  private share = $state<number | null>(null);
  private seenRunning = false;

  /** To be made while a component is made; `counted` says whether a last position is shown that is counted. */
  constructor(counted: () => boolean | null) {
    $effect(() => {
      const over = counted();
      if (over === false) this.seenRunning = true;
      // Who opens a game that is over has nothing to wait for.
      if (!over || !this.seenRunning || !moving()) return;
      this.seenRunning = false;
      let frame = 0;
      const began = performance.now();
      const step = (now: number) => {
        const share = Math.max(0, (now - began) / LASTS);
        this.share = share < 1 ? share : null;
        if (share < 1) frame = requestAnimationFrame(step);
      };
      this.share = 0;
      frame = requestAnimationFrame(step);
      return () => {
        cancelAnimationFrame(frame);
        this.share = null;
      };
    });
  }

  get on(): boolean {
    return this.share !== null;
  }

  /** What a seat shows of its score: one seat is counted after the other. */
  shown(score: number, seat: number, seats: number): number {
    if (this.share === null) return score;
    const own = Math.min(1, Math.max(0, this.share * seats - seat));
    return Math.round(own * score);
  }
}
