// What the keys of a room do, besides going through its moves.

import { moveText } from '../board/names';
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

function sayLast({ room, called }: RoomState): void {
  const last = room?.plies.at(-1);
  say(
    room && last
      ? t().said.last(
          called[last.seat] ?? '',
          last.kind === 'move' ? moveText(last) : plyText(last, room.seats, called, room.plies),
        )
      : t().said.none,
  );
}

function sayLegal({ mover, position }: RoomState): void {
  const moves = mover === null ? [] : (position?.legal ?? []);
  say(t().said.legal(moves.length, moves.map(moveText).join(', ')));
}

const COMMANDS: Partial<Record<Command, (state: RoomState) => void>> = {
  last: sayLast,
  scores: ({ position, room, called }) => say(scoresText(position?.scores ?? [], room?.seats ?? [], called)),
  legal: sayLegal,
  turn: ({ banner }) => say(banner),
  hint: ({ room, askHint }) => {
    if (room?.assist) askHint();
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
