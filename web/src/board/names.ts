// What people call seats, players and games, in their language.

import { t } from '../i18n/text.svelte';
import { parseGame } from '../notation/game';
import type { Chair, PieceView, SeatView, Sitter } from '../protocol';

export function seatName(seat: SeatView): string {
  return t().seats[seat.name] ?? seat.name;
}

export function gameTitle(game: string): string {
  const { name } = parseGame(game);
  return t().games[name]?.name ?? name;
}

export function optionTexts(game: string): string[] {
  return Object.entries(parseGame(game).options).map(
    ([key, value]) => t().options[key]?.values[value] ?? `${key}=${value}`,
  );
}

/** Who gave no name is called a guest. */
export function personName(name: string): string {
  return name === '' ? t().chair.guest : name;
}

export function sitterName(sitter: Sitter): string {
  if (sitter.level !== undefined) return t().chair.ai(sitter.level);
  return personName(sitter.name);
}

export function chairName(chair: Chair | undefined): string {
  return chair?.sitter ? sitterName(chair.sitter) : t().chair.open;
}

export function pieceName(piece: Pick<PieceView, 'kind' | 'promoted'> & { wall?: boolean }): string {
  if (piece.wall) return t().pieces.wall ?? '';
  return t().pieces[piece.promoted ? `promoted-${piece.kind}` : piece.kind] ?? piece.kind;
}
