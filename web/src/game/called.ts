// What seats are called when something is said of them.

import { namesOf, seatName } from '../board/names';
import type { RoomView, SeatView, Sitter } from '../protocol';

/** By the name of who sits there, in the order of the seats; where nobody gave a name, or two have the same, by the
 *  seat itself. */
export function calledAt(seats: readonly SeatView[], sitters: (Sitter | null)[], game: string): string[] {
  const names = namesOf(sitters, game);
  const known = sitters.map((sitter) => Boolean(sitter?.name) || sitter?.player !== undefined);
  // Among four, seats and names in one sentence would be taken for different people.
  const byName = seats.length > 2 && known.includes(true);
  return seats.map((seat, index) => {
    const name = names[index] ?? '';
    return (known[index] || (byName && sitters[index])) && names.filter((other) => other === name).length === 1
      ? name
      : seatName(seat);
  });
}

export const calledIn = ({ seats, sittings, game }: Pick<RoomView, 'seats' | 'sittings' | 'game'>): string[] =>
  calledAt(
    seats,
    sittings.map(({ sitter }) => sitter),
    game,
  );
