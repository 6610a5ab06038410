// The analysis of a finished game, asked for again until it is done; the server keeps it, so a reload
// loses nothing.

import { api } from '../net/api';
import type { Analysis, AnalysisState } from '../protocol';

/** Milliseconds between two questions how far it is. */
const AGAIN = 700;

/** What is known of a game so far. */
export interface Reviewed extends Analysis {
  /** So many positions from the first on are still worked on: the long look begins at the end. */
  open: number;
}

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

  analysis = $derived.by((): Reviewed | null => {
    if (!this.progress?.analysis) return null;
    const { analysis, running, total, done } = this.progress;
    return { ...analysis, open: running ? total - done : 0 };
  });
}
