import { describe, expect, it } from 'vitest';
import { pliesOf, positionOf, roomOf } from '../test/room';
import { applyEvent } from './changes';

describe('what happens in a room', () => {
  it('adds a ply, and the result ends the game', () => {
    const before = roomOf();
    const [ply] = pliesOf(1);
    const result = { ranks: [1, 2], scores: [13, 0], reason: 'played' as const };
    const after = applyEvent(before, {
      event: 'played',
      ply: ply!,
      position: positionOf(1),
      clocks: null,
      result: null,
      notes: [],
    });
    expect(after.plies).toHaveLength(1);
    expect(after.status).toBe('playing');
    expect(
      applyEvent(after, {
        event: 'played',
        ply: { ...ply!, number: 2 },
        position: positionOf(2),
        clocks: null,
        result,
        notes: [],
      }).status,
    ).toBe('finished');
    expect(before.plies).toHaveLength(0);
  });

  it('takes plies back', () => {
    const room = {
      ...roomOf(),
      plies: pliesOf(5),
      position: positionOf(5),
      undo: { by: 0, agreed: [0], waiting: [1], rotate: false },
    };
    const after = applyEvent(room, { event: 'undone', position: positionOf(3), clocks: null });
    expect(after.plies).toHaveLength(3);
    expect(after.undo).toBeNull();
  });

  it('seats people one by one', () => {
    const room = roomOf();
    const sitting = { sitter: { name: 'Ben' }, present: false, replaceable: true, standIn: null };
    const after = applyEvent(room, { event: 'sitting', seat: 1, sitting, status: 'playing', clocks: null });
    expect(after.sittings[1]).toEqual(sitting);
    expect(after.sittings[0]).toBe(room.sittings[0]);
  });
});
