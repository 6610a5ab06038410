// The last room one sat in, to go on from the title page.

import type { RoomView } from '../protocol';
import { load, save } from '../storage';

export interface Recent {
  room: string;
  game: string;
}

export function remember(room: RoomView): void {
  save('recent', room.status === 'finished' ? null : ({ room: room.room, game: room.game } satisfies Recent));
}

export function recent(): Recent | null {
  return load('recent') as Recent | null;
}

export function forget(room: string): void {
  if (recent()?.room === room) save('recent', null);
}
