// What an event does to a room: a pure function, so that a client that saw every event holds
// the same room as one that just came.

import type { Event, RoomView } from '../protocol';

export function applyEvent(room: RoomView, event: Event): RoomView {
  switch (event.event) {
    case 'played':
      return {
        ...room,
        plies: [...room.plies.slice(0, event.ply.number - 1), event.ply],
        position: event.position,
        clocks: event.clocks,
        result: event.result,
        notes: event.notes,
        status: event.result ? 'finished' : room.status,
        undo: null,
      };
    case 'undone':
      return {
        ...room,
        plies: room.plies.slice(0, event.position.ply),
        position: event.position,
        clocks: event.clocks,
        result: null,
        notes: [],
        status: room.status !== 'playing' && room.sittings.some((sitting) => !sitting.sitter) ? 'waiting' : 'playing',
        undo: null,
      };
    case 'undo':
      return { ...room, undo: event.offer };
    case 'rematch':
      return { ...room, rematch: event.offer };
    case 'failure':
      return { ...room, failure: event.failure };
    case 'started':
      return event.room;
    case 'sitting':
      return {
        ...room,
        sittings: room.sittings.map((sitting, seat) => (seat === event.seat ? event.sitting : sitting)),
        status: event.status,
        clocks: event.clocks,
      };
    case 'spectators':
      return { ...room, spectators: event.names };
  }
}
