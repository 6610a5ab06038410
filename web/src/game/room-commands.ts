// What the keys of a room do, besides going through its moves.

import { moveText, seatName } from '../board/names';
import { t } from '../i18n/text.svelte';
import type { RoomState } from '../room/state.svelte';
import { settings } from '../settings/store.svelte';
import { say } from '../ui/live.svelte';
import { plyText, scoresText } from './announce';
import type { Command } from './keys';

export function mute(): void {
  settings.muted = !settings.muted;
  say(settings.muted ? t().said.muted : t().said.unmuted);
}

function sayLast({ room }: RoomState): void {
  const last = room?.plies.at(-1);
  const seat = last ? room?.seats[last.seat] : undefined;
  say(
    room && last && seat
      ? t().said.last(seatName(seat), last.kind === 'move' ? moveText(last) : plyText(last, room.seats))
      : t().said.none,
  );
}

function sayLegal({ mover, position }: RoomState): void {
  const moves = mover === null ? [] : (position?.legal ?? []);
  say(t().said.legal(moves.length, moves.map(moveText).join(', ')));
}

const COMMANDS: Partial<Record<Command, (state: RoomState) => void>> = {
  last: sayLast,
  scores: ({ position, room }) => say(scoresText(position?.scores ?? [], room?.seats ?? [])),
  legal: sayLegal,
  turn: ({ banner }) => say(banner),
  hint: ({ session, room, ask }) => {
    if (session.mover !== null && room?.assist) ask({ action: 'hint' });
  },
  undo: (state) => state.undo(),
  mute,
};

/** Whether the command is one of a room. */
export function obey(command: Command | null, state: RoomState): boolean {
  const done = command === null ? undefined : COMMANDS[command];
  done?.(state);
  return done !== undefined;
}
