// What the moves of an earlier position are worth, asked for while somebody looks at it.

import { api } from '../net/api';
import type { PlyValues } from '../protocol';

/** Who flips through a game wants to know about the position where the flipping ends. */
const PATIENCE = 250;

/** To be called while a component is made; `wanted` says which ply of which record, if any. */
export function pastValues(wanted: () => { record: string; ply: number } | null): () => PlyValues | null {
  let found = $state.raw<PlyValues | null>(null);
  $effect(() => {
    const asked = wanted();
    found = null;
    if (!asked) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      // Where it is not allowed or not possible, the board goes without.
      void api
        .values(asked.record, asked.ply, leaving.signal)
        .then((values) => (found = values))
        .catch(() => undefined);
    }, PATIENCE);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  });
  return () => (found && found.position.ply === wanted()?.ply ? found : null);
}
