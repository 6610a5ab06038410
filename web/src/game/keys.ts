// Keys for the whole game screen. Letters a to j and digits belong to squares, so commands use others.

export const KEYS = {
  last: 'l',
  scores: 's',
  legal: 'm',
  turn: 'w',
  hint: 't',
  undo: 'u',
  mute: 'x',
  help: '?',
  previous: '[',
  next: ']',
} as const;

export type Command = keyof typeof KEYS;

/** Whether a key is meant for something other than the game. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return Boolean((event.target as Element | null)?.closest('input, textarea, select, dialog'));
}

export function commandOf(event: KeyboardEvent): Command | null {
  if (isElsewhere(event)) return null;
  const found = Object.entries(KEYS).find(([, key]) => key === event.key.toLowerCase());
  return found ? (found[0] as Command) : null;
}

export type HistoryCommand = 'first' | 'previous' | 'next' | 'present';

const HISTORY: Record<string, HistoryCommand> = {
  [KEYS.previous]: 'previous',
  [KEYS.next]: 'next',
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'present',
  Escape: 'present',
};

/** Where a key goes in the moves of a game; null if it does something else. On boards and graphs arrows belong to them. */
export function historyCommandOf(event: KeyboardEvent): HistoryCommand | null {
  if (isElsewhere(event)) return null;
  const ownArrows = (event.target as Element | null)?.closest('[role=grid], [role=slider], [role=region]');
  if (ownArrows && /^(Arrow|Home|End)/.test(event.key)) return null;
  return HISTORY[event.key] ?? null;
}
