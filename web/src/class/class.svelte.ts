// The class as the server tells it, asked for again every two seconds.

import { api, Refused } from '../net/api';
import { keepSeat } from '../net/identity';
import { Trouble } from '../net/trouble.svelte';
import { save } from '../storage';
import type { ClassView } from '../protocol';

const AGAIN = 2000;

export class ClassState {
  view = $state.raw<ClassView | null>(null);
  /** Whether this server holds no class. */
  none = $state(false);
  readonly trouble = new Trouble();
  private timer: ReturnType<typeof setInterval> | undefined;

  /** To be made while a component is made. */
  constructor(private readonly boards: boolean) {
    $effect(() => {
      void this.ask();
      this.timer = setInterval(() => void this.ask(), AGAIN);
      return () => clearInterval(this.timer);
    });
  }

  /** Whether what is told is that the class could not be asked for; only that is over when it can be again. */
  private deaf = false;

  /** Asks for the class now. */
  async ask(): Promise<void> {
    try {
      this.take(await api.classView(this.boards));
      if (this.deaf) this.clear();
    } catch (reason) {
      if (reason instanceof Refused && reason.code === 'no-class') {
        // Without a class there is nothing to ask for again.
        save('class', false);
        this.none = true;
        clearInterval(this.timer);
      }
      this.deaf = this.deaf || this.trouble.text === '';
      if (this.deaf) this.trouble.tell(reason);
    }
  }

  /** Takes what an action brought, or tells why it did not work, until the next action. */
  async after(asked: Promise<ClassView>): Promise<void> {
    try {
      this.take(await asked);
      this.clear();
    } catch (reason) {
      this.tell(reason);
    }
  }

  tell(reason: unknown): void {
    this.deaf = false;
    this.trouble.tell(reason);
  }

  private clear(): void {
    this.deaf = false;
    this.trouble.clear();
  }

  private take(view: ClassView): void {
    this.view = view;
    const { you } = view;
    save('class', you !== null);
    for (const table of [you, you?.opened]) if (table?.room) for (const seat of table.seats) keepSeat(table.room, seat);
  }
}
