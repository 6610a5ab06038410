// What people call seats, players and games, in their language.

import { labelText, t } from '../i18n/text.svelte';
import { listedGames } from '../net/games.svelte';
import { parseGame } from '../notation/game';
import { isPerson } from '../room/chair';
import type { Chair, PieceView, SeatView, Sitter } from '../protocol';

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
  return name === '' ? t().chair.guest : name;
}

export function sitterName(sitter: Sitter): string {
  if (sitter.level !== undefined) return t().chair.ai(sitter.level);
  return personName(sitter.name);
}

function chairName(chair: Chair): string {
  return chair.sitter ? sitterName(chair.sitter) : t().chair.open;
}

/** Who sits at each seat. Several guests are told apart by their number. */
export function chairNames(chairs: readonly Chair[]): string[] {
  const guests = chairs.flatMap((chair, seat) => (isPerson(chair) && chair.sitter?.name === '' ? [seat] : []));
  return chairs.map((chair, seat) =>
    guests.length > 1 && guests.includes(seat) ? t().chair.guestNumber(guests.indexOf(seat) + 1) : chairName(chair),
  );
}

export function pieceName(piece: Pick<PieceView, 'kind' | 'promoted'> & { wall?: boolean }): string {
  if (piece.wall) return t().pieces.wall ?? '';
  return t().pieces[piece.promoted ? `promoted-${piece.kind}` : piece.kind] ?? piece.kind;
}
