// Opponents with a name and a face: each is a level or a player file behind a style. Where four play, three of them
// make a table.

import type { Occupant, Sitter } from '../protocol';
import { highest } from '../net/cap.svelte';
import { load } from '../storage';

export type Face = 'chick' | 'tanuki' | 'bear' | 'fox' | 'crow' | 'eagle' | 'cat' | 'dog';

export interface Character {
  face: Face;
  style: 'kind' | 'greedy' | 'cautious' | 'entertaining' | 'dramatic' | 'mischievous' | 'loyal' | 'relentless';
  occupant: Occupant;
  /** Who plays instead where AIs have a highest level: nobody knows how strong a player file is. */
  capped?: Occupant;
}

const level = (number: number): Occupant => ({ kind: 'level', level: number });
const player = (file: string): Occupant => ({ kind: 'player', player: file });

/** Who plays which game, the first first. */
export const CASTS: Record<string, readonly Character[]> = {
  'reversi-8x8': [
    { face: 'chick', style: 'kind', occupant: level(1) },
    { face: 'fox', style: 'entertaining', occupant: player('p2-entertaining') },
    { face: 'crow', style: 'dramatic', occupant: player('p2-drama') },
    { face: 'tanuki', style: 'greedy', occupant: level(3) },
    { face: 'bear', style: 'cautious', occupant: level(5) },
    { face: 'eagle', style: 'relentless', occupant: level(10) },
  ],
  yonin: [
    { face: 'chick', style: 'kind', occupant: level(1) },
    { face: 'cat', style: 'mischievous', occupant: player('p0-left') },
    { face: 'tanuki', style: 'greedy', occupant: level(3) },
    { face: 'dog', style: 'loyal', occupant: player('p0-opposite') },
    { face: 'bear', style: 'cautious', occupant: level(5) },
    { face: 'eagle', style: 'relentless', occupant: level(10) },
  ],
  'yonin-shogi': [
    { face: 'chick', style: 'kind', occupant: level(1) },
    { face: 'tanuki', style: 'greedy', occupant: player('yonin-shogi-greedy'), capped: level(3) },
    { face: 'fox', style: 'entertaining', occupant: player('yonin-shogi-entertaining'), capped: level(4) },
    { face: 'bear', style: 'cautious', occupant: player('yonin-shogi-cautious'), capped: level(6) },
    { face: 'crow', style: 'dramatic', occupant: level(8) },
    { face: 'eagle', style: 'relentless', occupant: level(10) },
  ],
};

/** How many of them a person plays against. */
export const atTable = (game: string): number => (game === 'reversi-8x8' ? 1 : 3);

/** Under which name the browser keeps who was chosen last. */
export const TABLE = 'opponents';

/** The game and the opponents that were chosen last; whoever does not play that game is left out. */
export function lastTable(): { game: string; faces: Record<string, Face[]> } {
  const found = (load(TABLE) ?? {}) as { game?: unknown; faces?: Record<string, unknown> };
  const faces: Record<string, Face[]> = {};
  for (const [game, cast] of Object.entries(CASTS)) {
    const kept = found.faces?.[game];
    if (!Array.isArray(kept)) continue;
    const known = [...new Set(kept)].filter((face) => cast.some((each) => each.face === face));
    if (known.length === atTable(game)) faces[game] = known as Face[];
  }
  const game = typeof found.game === 'string' && found.game in CASTS ? found.game : 'reversi-8x8';
  return { game, faces };
}

/** Those that may play where AIs have a highest level; player files count as the highest of all. */
export function offered(game: string, most: number): Character[] {
  const may = (who: Occupant | undefined) => who && (who.kind === 'level' ? who.level : 10) <= most;
  return (CASTS[game] ?? []).flatMap((character) => {
    const occupant = [character.occupant, character.capped].find(may);
    return occupant ? [{ ...character, occupant }] : [];
  });
}

/** Whether a level plays in place of a player file: then nothing is known of its style. */
export const standsIn = ({ occupant, capped }: Character): boolean => capped !== undefined && occupant === capped;

/** Who this is at a seat, if it is somebody with a face. A level stands in for a player file only where that may not
 *  play. */
export function characterAs(
  game: string,
  who: { level?: unknown; player?: unknown },
  most: () => number = highest,
): Character | undefined {
  const is = (occupant: Occupant | undefined) =>
    occupant?.kind === 'level'
      ? occupant.level === who.level
      : occupant?.kind === 'player' && who.level === undefined && occupant.player === who.player;
  return CASTS[game]?.find(({ occupant, capped }) => is(occupant) || (is(capped) && most() < 10));
}

/** Who sits at a whole table. Several of one level are levels like any other; a player file is who it is at every
 *  seat. */
export function charactersAt(
  sitters: readonly (Sitter | null)[],
  game: string,
  most: () => number = highest,
): (Character | undefined)[] {
  const found = sitters.map((sitter) => (sitter ? characterAs(game, sitter, most) : undefined));
  const isOne = (who: Character | undefined) => found.filter((other) => other === who).length === 1;
  return found.map((who, seat) => (sitters[seat]?.level === undefined || isOne(who) ? who : undefined));
}
