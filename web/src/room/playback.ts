// Holds moves back so that people can see them: each one stays for a moment before the next.
// With four seats three replies may come within milliseconds.

export interface Paced {
  /** Milliseconds this item waits after the one before it was shown. */
  wait(): number;
  show(): void;
}

export class Playback {
  private queue: Paced[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = -Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

  add(item: Paced): void {
    this.queue.push(item);
    if (this.timer === undefined) this.step();
  }

  /** Shows all that waits, at once. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const item of this.queue.splice(0)) item.show();
  }

  /** Drops what waits: the board is another one now. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
  }

  private step(): void {
    const item = this.queue[0];
    if (!item) {
      this.timer = undefined;
      return;
    }
    const left = this.last + item.wait() - this.now();
    if (left <= 0) {
      this.queue.shift();
      this.last = this.now();
      item.show();
      this.step();
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.step();
    }, left);
  }
}
