// Four ways to tell seats apart: place, letter, shape and colour. Colours are classes, so that
// themes can change them (Okabe and Ito's palette, which colour-blind people can tell apart).

import { t } from '../i18n/text.svelte';
import type { SeatView } from '../protocol';

export const SHAPES = ['circle', 'triangle', 'square', 'diamond'] as const;
export type Shape = (typeof SHAPES)[number];

export function shapeOf(seat: number): Shape {
  return SHAPES[seat % SHAPES.length] ?? 'circle';
}

/** How seats sit around a board: two, one at each corner, or one at each edge. */
export function layoutOf(seats: readonly SeatView[]): 'two' | 'corners' | 'edges' {
  if (seats.length === 2) return 'two';
  return seats[0]?.place.includes('-') ? 'corners' : 'edges';
}

/** One character for a seat: its number, or the first of its name in the language of the page. */
export function letterOf({ name }: SeatView): string {
  if (name.length > 1) return name === 'white' ? '○' : '●';
  return /\d/.test(name) ? name : (t().seats[name]?.[0] ?? name);
}
