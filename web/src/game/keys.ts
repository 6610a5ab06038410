// Keys for the whole game screen. Letters a to j and digits belong to squares, so commands use others.

export const KEYS = {
  last: 'l',
  scores: 's',
  legal: 'm',
  turn: 'w',
  hint: 't',
  undo: 'u',
  mute: 'x',
  previous: '[',
  next: ']',
} as const;

export type Command = keyof typeof KEYS;

const HISTORY: Partial<Record<Command, number>> = { previous: -1, next: 1 };

export function commandOf(event: KeyboardEvent): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target as Element | null;
  if (target?.closest('input, textarea, select, dialog')) return null;
  const found = Object.entries(KEYS).find(([, key]) => key === event.key.toLowerCase());
  return found ? (found[0] as Command) : null;
}

/** How far a key goes through the moves of a game; null if it does something else. */
export function historyStep(event: KeyboardEvent): number | null {
  const command = commandOf(event);
  return command === null ? null : (HISTORY[command] ?? null);
}
