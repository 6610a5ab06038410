// What is said to people who hear the page: one polite voice for everything.

import { untrack } from 'svelte';

let sentence = $state('');
let turn = $state(0);

export function say(...sentences: string[]): void {
  const text = sentences.filter(Boolean).join(' ');
  if (!text) return;
  sentence = text;
  // Whoever speaks does not listen: an effect that says something must not run again because of it.
  turn = untrack(() => turn) + 1;
}

export function spoken(): { text: string; turn: number } {
  return { text: sentence, turn };
}
