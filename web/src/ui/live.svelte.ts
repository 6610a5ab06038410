// What is said to people who hear the page: one polite voice for everything.

let sentence = $state('');
let turn = $state(0);

export function say(...sentences: string[]): void {
  const text = sentences.filter(Boolean).join(' ');
  if (!text) return;
  sentence = text;
  turn++;
}

export function spoken(): { text: string; turn: number } {
  return { text: sentence, turn };
}
