// The secrets this browser holds: who it is, which seats are its own, whether it may end the
// server. Whoever has a token has what it stands for, so they never appear in addresses.

import type { RoomCreated, SeatToken } from '../protocol';
import { load, save } from '../storage';

function randomText(): string {
  // crypto.randomUUID is missing where the page comes by plain http from another machine.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function person(): string {
  const known = load('person');
  if (typeof known === 'string' && known !== '') return known;
  const made = randomText();
  save('person', made);
  return made;
}

export interface RoomKeys {
  host: string | null;
  seats: SeatToken[];
  /** Tokens that came by address; which seat they are the server tells. */
  brought: string[];
}

const roomKey = (room: string) => `room.${room}`;

export function keysOf(room: string): RoomKeys {
  const found = load(roomKey(room)) as RoomKeys | null;
  return found ?? { host: null, seats: [], brought: [] };
}

export function keepKeys(room: string, keys: RoomKeys): void {
  save(roomKey(room), keys);
}

export function keepCreated(created: RoomCreated): void {
  keepKeys(created.room, { host: created.host, seats: created.seats, brought: [] });
}

export function keepSeat(room: string, token: SeatToken): void {
  const keys = keysOf(room);
  const seats = keys.seats.filter((kept) => kept.seat !== token.seat && kept.token !== token.token);
  keepKeys(room, { ...keys, seats: [...seats, { seat: token.seat, token: token.token }] });
}

export function dropSeat(room: string, seat: number): void {
  const keys = keysOf(room);
  keepKeys(room, { ...keys, seats: keys.seats.filter((kept) => kept.seat !== seat) });
}

export function adminToken(): string | null {
  const found = load('admin');
  return typeof found === 'string' ? found : null;
}

/** Takes the secrets out of the address bar, so that a copied address gives nothing away. */
export function takeSecrets(address: URL): URL {
  const found = new URLSearchParams(address.hash.slice(1));
  const admin = found.get('admin');
  if (admin) save('admin', admin);
  const seat = found.get('seat');
  const room = /^\/r\/([^/]+)/.exec(address.pathname)?.[1];
  if (seat && room) {
    const keys = keysOf(room);
    keepKeys(room, { ...keys, brought: [...keys.brought.filter((token) => token !== seat), seat] });
  }
  const clean = new URL(address);
  if (admin || seat) clean.hash = '';
  return clean;
}
