// Who sits at a seat, as its plate tells it. Rooms and records know it from different sources.

import { chairName, personName } from '../board/names';
import { t } from '../i18n/text.svelte';
import type { Chair, RecordSeat } from '../protocol';
import type { Reading } from './clock';

export interface Sitting {
  name: string;
  mine: boolean;
  away?: boolean;
  /** What the clock says, where time is counted. */
  clock?: Reading | null;
  /** Opens what can be changed about this seat; absent where nothing can. */
  onmenu?: (() => void) | undefined;
}

export function chairSitting(chair: Chair | undefined): Pick<Sitting, 'name' | 'away'> {
  return { name: chair ? chairName(chair) : '', away: chair?.kind === 'person' && !chair.present };
}

export function recordName(seat: RecordSeat): string {
  return seat.level === null ? personName(seat.name) : t().chair.ai(seat.level);
}
