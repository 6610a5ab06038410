// The class as the server tells it, asked for again every two seconds.

import { api } from '../net/api';
import { keepSeat } from '../net/identity';
import { Trouble } from '../net/trouble.svelte';
import { save } from '../storage';
import type { ClassView } from '../protocol';

const AGAIN = 2000;

export class ClassState {
  view = $state.raw<ClassView | null>(null);
  readonly trouble = new Trouble();

  /** To be made while a component is made. */
  constructor(private readonly boards: boolean) {
    $effect(() => {
      void this.ask();
      const timer = setInterval(() => void this.ask(), AGAIN);
      return () => clearInterval(timer);
    });
  }

  private async ask(): Promise<void> {
    try {
      this.take(await api.classView(this.boards));
    } catch (reason) {
      this.trouble.tell(reason);
    }
  }

  /** Takes what an action brought, or tells why it did not work. */
  async after(asked: Promise<ClassView>): Promise<void> {
    try {
      this.take(await asked);
    } catch (reason) {
      this.trouble.tell(reason);
    }
  }

  private take(view: ClassView): void {
    this.trouble.clear();
    this.view = view;
    const { you } = view;
    save('class', you !== null && !view.ended);
    if (you?.room) for (const seat of you.seats) keepSeat(you.room, seat);
  }
}
