// The analysis of a finished game, asked for again until it is done; the server keeps it, so a reload
// loses nothing.

import { api } from '../net/api';
import type { AnalysisState } from '../protocol';

/** Milliseconds between two questions how far it is. */
const AGAIN = 700;

export class Analysed {
  progress = $state.raw<AnalysisState | null>(null);
  failed = $state(false);

  /** To be made while a component is made; `wanted` is the record, or null while there is nothing to analyse. */
  constructor(wanted: () => string | null) {
    $effect(() => {
      const record = wanted();
      this.progress = null;
      this.failed = false;
      if (record === null) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let gone = false;
      const follow = async (ask: () => Promise<AnalysisState>) => {
        try {
          const found = await ask();
          if (gone) return;
          this.progress = found;
          if (found.running || !found.analysis)
            timer = setTimeout(() => void follow(() => api.analysis(record)), AGAIN);
        } catch {
          if (!gone) this.failed = true;
        }
      };
      void follow(() => api.analyse(record));
      return () => {
        gone = true;
        clearTimeout(timer);
      };
    });
  }

  get analysis() {
    return this.progress?.analysis ?? null;
  }
}
