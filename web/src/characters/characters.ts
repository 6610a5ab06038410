// Opponents with a name and a face for Othello: each is a level or a player file behind a style.

import type { Occupant, Sitter } from '../protocol';

export const FACES = ['chick', 'tanuki', 'bear', 'fox', 'crow', 'eagle'] as const;
export type Face = (typeof FACES)[number];

export interface Character {
  face: Face;
  style: 'kind' | 'greedy' | 'cautious' | 'entertaining' | 'dramatic' | 'relentless';
  occupant: Occupant;
}

export const CHARACTERS: readonly Character[] = [
  { face: 'chick', style: 'kind', occupant: { kind: 'level', level: 1 } },
  { face: 'fox', style: 'entertaining', occupant: { kind: 'player', player: 'p2-entertaining' } },
  { face: 'crow', style: 'dramatic', occupant: { kind: 'player', player: 'p2-drama' } },
  { face: 'tanuki', style: 'greedy', occupant: { kind: 'level', level: 3 } },
  { face: 'bear', style: 'cautious', occupant: { kind: 'level', level: 5 } },
  { face: 'eagle', style: 'relentless', occupant: { kind: 'level', level: 10 } },
];

/** The game they play. */
export const CHARACTERS_PLAY = 'reversi-8x8';

/** Who sits there, if it is somebody with a face: behind a player file, or at Othello behind a level. */
export function characterOf(sitter: Sitter | null | undefined, game: string): Character | undefined {
  return CHARACTERS.find(({ occupant }) =>
    occupant.kind === 'level'
      ? game === CHARACTERS_PLAY && occupant.level === sitter?.level
      : occupant.kind === 'player' && occupant.player === sitter?.player,
  );
}
