// Who sits at the seats of a game that is looked at, told by the page to whatever draws curves of it.

import { getContext, setContext } from 'svelte';
import { seatName } from '../board/names';
import type { SeatView } from '../protocol';

const KEY = Symbol('names');

/** To be called while the page is made. */
export function tellNames(names: () => readonly string[]): void {
  setContext(KEY, names);
}

/** To be called while a component is made; the name of who sits there, or that of the seat where none is known. */
export function knownNames(): (seats: readonly SeatView[], seat: number) => string {
  const names = getContext<(() => readonly string[]) | undefined>(KEY);
  return (seats, seat) => names?.()[seat] || (seats[seat] ? seatName(seats[seat]) : '');
}
