// A game whose every position can be solved in no time, so that its review is always the same.

// Fourteen empty squares (FFO #1), and the first legal move again and again.
const START = '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X';
export const MOVES: [number, string][] = [
  [0, 'b1'],
  [1, 'a1'],
  [0, 'h1'],
  [1, 'a2'],
  [0, 'g2'],
  [1, 'a3'],
  [0, 'a4'],
  [1, 'a6'],
  [0, 'b6'],
  [1, '--'],
  [0, 'a7'],
  [1, 'a8'],
  [0, 'h7'],
  [1, 'g8'],
  [0, '--'],
  [1, 'h8'],
];

export const record = {
  format: 'kaesu-record',
  version: 1,
  game: 'reversi-8x8',
  start: START,
  seats: [{ name: 'Aya' }, { name: 'Ken' }],
  seed: '1',
  started: '1767225600000',
  ended: '1767225660000',
  // An AI played once in somebody's place.
  moves: MOVES.map(([seat, move], index) => {
    const by = index === 2 ? { name: 'level 4', player: 'level-reversi-4', level: 4 } : undefined;
    return { seat, move, ms: 1, by };
  }),
  result: { ranks: [1, 2], scores: [36, 28], reason: 'played' },
};
