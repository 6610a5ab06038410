// What went wrong on a page, as long as it is true: that the server cannot be reached is taken back when it can
// be reached again. To be made while a component is made.

import { problemText } from '../i18n/problem';
import { api, Refused } from './api';

const LOOK_EVERY = 2000;

export class Trouble {
  private reason = $state.raw<unknown>(null);

  /** `again` is what was wanted; it is tried once more when the server is back. */
  constructor(private readonly again?: () => void) {
    $effect(() => {
      if (!this.offline) return;
      const timer = setInterval(() => void this.look(), LOOK_EVERY);
      return () => clearInterval(timer);
    });
  }

  get text(): string {
    return this.reason === null ? '' : problemText(this.reason);
  }

  tell = (reason: unknown): void => {
    this.reason = reason;
  };

  clear(): void {
    this.reason = null;
  }

  private get offline(): boolean {
    return this.reason instanceof Refused && this.reason.code === 'offline';
  }

  private async look(): Promise<void> {
    try {
      await api.info();
    } catch {
      return;
    }
    if (!this.offline) return;
    this.clear();
    this.again?.();
  }
}
