// Who sits at a seat, as its plate tells it. Rooms and records know it from different sources.

import type { Reading } from './clock';

export interface PlateView {
  name: string;
  mine: boolean;
  away?: boolean;
  /** What the clock says, where time is counted. */
  clock?: Reading | null;
  /** Opens what can be changed about this seat; absent where nothing can. */
  onmenu?: (() => void) | undefined;
}
