// What people call seats, players and games, in their language.

import { characterAs, charactersAt, type Character } from '../characters/characters';
import { labelText, moveInScript, t, titleOf } from '../i18n/text.svelte';
import { listedGames } from '../net/games.svelte';
import { listedPlayers } from '../net/players.svelte';
import { parseGame } from '../notation/game';
import { settings } from '../settings/store.svelte';
import { shiftText } from './coordinates';
import type { PieceView, RoomView, SeatView, Sitter } from '../protocol';

export function seatName(seat: SeatView): string {
  return t().seats[seat.name] ?? seat.name;
}

export function gameTitle(game: string): string {
  const { name } = parseGame(game);
  return t().games[name]?.name ?? name;
}

export function optionTexts(game: string): string[] {
  const { name, options } = parseGame(game);
  const described = listedGames().find((each) => each.name === name)?.options ?? [];
  return Object.entries(options).map(([key, value]) => {
    const found = described.find((each) => each.key === key)?.values.find((each) => each.value === value);
    return found ? labelText(found.label) : `${key}=${value}`;
  });
}

/** Who gave no name is called a guest. */
export function personName(name: string): string {
  return name === '' ? t().seat.guest : name;
}

/** What an AI is called that sits in for somebody. */
export function standInName(sitter: Sitter, game: string): string {
  const who = characterAs(game, sitter);
  return (who && t().characters.names[who.face]) ?? sitterName(sitter, game);
}

/** Without a face. A player that the server does not know any more is called what it was called. */
export function sitterName(sitter: Sitter, game: string): string {
  if (sitter.level !== undefined) return t().seat.ai(sitter.level);
  if (sitter.player === undefined) return personName(sitter.name);
  const listed = listedPlayers(game).find((each) => each.name === sitter.player);
  return listed ? titleOf(listed) : sitter.name;
}

/** Who sits at several seats has a number at each. */
function faceName(characters: readonly (Character | undefined)[], seat: number): string | undefined {
  const who = characters[seat];
  const name = who && t().characters.names[who.face];
  if (!name || characters.filter((other) => other === who).length === 1) return name;
  return t().characters.numbered(name, characters.slice(0, seat + 1).filter((other) => other === who).length);
}

/** Who sits at each seat of a room, or is open. */
export function sittingNames({ sittings, game }: Pick<RoomView, 'sittings' | 'game'>): string[] {
  const names = namesOf(
    sittings.map((sitting) => sitting.sitter),
    game,
  );
  // Who is away keeps the seat, and another plays in their name.
  return names.map((name, seat) => {
    const standIn = sittings[seat]?.standIn;
    return standIn ? `${name} · ${standInName(standIn, game)}` : name;
  });
}

/** Who sits or sat at each seat; several guests are told apart by their number. */
export function namesOf(sitters: (Sitter | null)[], game: string): string[] {
  const isGuest = (sitter: Sitter | null) => sitter?.name === '' && sitter.player === undefined;
  const characters = charactersAt(sitters, game);
  const guests = sitters.flatMap((sitter, seat) => (isGuest(sitter) ? [seat] : []));
  return sitters.map((sitter, seat) => {
    if (!sitter) return t().seat.open;
    return guests.length > 1 && guests.includes(seat)
      ? t().seat.guestNumber(guests.indexOf(seat) + 1)
      : (faceName(characters, seat) ?? sitterName(sitter, game));
  });
}

/** A move as people of this language write it. */
export function moveText(move: { text: string; textJa?: string | null }): string {
  if (settings.language !== 'ja') return move.text;
  const text = move.textJa ?? shiftText(move.text);
  return moveInScript(text);
}

export function pieceName(piece: Pick<PieceView, 'kind' | 'promoted'> & { wall?: boolean }): string {
  if (piece.wall) return t().pieces.wall ?? '';
  return t().pieces[piece.promoted ? `promoted-${piece.kind}` : piece.kind] ?? piece.kind;
}
