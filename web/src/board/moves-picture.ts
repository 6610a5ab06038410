// Pictures of how pieces go, for people who read no kanji: a dot is a step, a line goes far.
// They are drawn, not played: what is legal the server says.

export interface Way {
  x: number;
  y: number;
  far: boolean;
}

const step = (x: number, y: number): Way => ({ x, y, far: false });
const far = (x: number, y: number): Way => ({ x, y, far: true });

const GOLD = [step(0, -1), step(-1, -1), step(1, -1), step(-1, 0), step(1, 0), step(0, 1)];
const DIAGONALS = [step(-1, -1), step(1, -1), step(-1, 1), step(1, 1)];
const STRAIGHT = [far(0, -1), far(0, 1), far(-1, 0), far(1, 0)];

export const DIRECTIONS: Record<string, readonly Way[]> = {
  pawn: [step(0, -1)],
  silver: [step(0, -1), ...DIAGONALS],
  gold: GOLD,
  rook: STRAIGHT,
  king: [...GOLD, step(-1, 1), step(1, 1)],
  'promoted-pawn': GOLD,
  'promoted-silver': GOLD,
  'promoted-rook': [...STRAIGHT, ...DIAGONALS],
};
