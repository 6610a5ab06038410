// Who sits at a seat, as its plate tells it. Rooms and records know it from different sources.

import { characterAs, charactersAt, type Face } from '../characters/characters';
import type { Sitter, SittingView } from '../protocol';
import type { Reading } from './clock';

export interface PlateView {
  name: string;
  /** Whose portrait stands there. */
  face?: Face | undefined;
  /** The level of an AI that goes by another name. */
  level?: number | undefined;
  /** Whether somebody at this screen plays there. */
  mine: boolean;
  /** The same, and nobody else sits at this screen. */
  you?: boolean;
  away?: boolean;
  /** What the clock says, where time is counted. */
  clock?: Reading | null;
  /** Opens what can be changed about this seat; absent where nothing can. */
  onmenu?: (() => void) | undefined;
}

/** The face of who sits there, and the level behind it, if there is one. */
export function faceOf(sitters: (Sitter | null)[], seat: number, game: string): Pick<PlateView, 'face' | 'level'> {
  const character = charactersAt(sitters, game)[seat];
  return character ? { face: character.face, level: sitters[seat]?.level } : {};
}

/** The same at a table, where somebody may sit in for who is away: then it is theirs. */
export function faceAt(sittings: SittingView[], seat: number, game: string): Pick<PlateView, 'face' | 'level'> {
  const standIn = sittings[seat]?.standIn;
  if (!standIn)
    return faceOf(
      sittings.map(({ sitter }) => sitter),
      seat,
      game,
    );
  return { face: characterAs(game, standIn)?.face };
}
