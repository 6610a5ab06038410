// What a class wants of a table, for a page that does not load the rest of it.

export interface AtTable {
  /** Whether no game of the class goes on any more. */
  over: boolean;
  /** What to say while all games stand still; empty while they do not. */
  paused: string;
  /** What to say when a game against an AI is over that brings its point whoever wins; empty for other games. */
  bye: string;
}

export const NO_CLASS: AtTable = { over: false, paused: '', bye: '' };
