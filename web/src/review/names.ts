// Who sits at the seats of a game that is looked at, told by the page to whatever draws curves of it.

import { getContext, setContext } from 'svelte';
import { seatName } from '../board/names';
import type { SeatView } from '../protocol';

const KEY = Symbol('names');
const OWN = Symbol('own');

/** To be called while the page is made, with the seats of who looks at it. */
export function tellNames(names: () => readonly string[], own: () => readonly number[]): void {
  setContext(KEY, names);
  setContext(OWN, own);
}

/** To be called while a component is made; the seat of who looks at the game, if it is one. */
export function knownSeat(): () => number | undefined {
  const own = getContext<(() => readonly number[]) | undefined>(OWN);
  return () => (own?.().length === 1 ? own()[0] : undefined);
}

/** To be called while a component is made; the name of who sits there, or that of the seat where none is known. */
export function knownNames(): (seats: readonly SeatView[], seat: number) => string {
  const names = getContext<(() => readonly string[]) | undefined>(KEY);
  return (seats, seat) => names?.()[seat] || (seats[seat] ? seatName(seats[seat]) : '');
}
