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
      undo: { by: 0, agreed: [0], waiting: [1] },
    };
    const after = applyEvent(room, { event: 'undone', position: positionOf(3), clocks: null });
    expect(after.plies).toHaveLength(3);
    expect(after.undo).toBeNull();
  });

  it('seats people one by one', () => {
    const room = roomOf();
    const chair = { sitter: { name: 'Ben' }, present: false, replaceable: true };
    const after = applyEvent(room, { event: 'chair', seat: 1, chair, status: 'playing', clocks: null });
    expect(after.chairs[1]).toEqual(chair);
    expect(after.chairs[0]).toBe(room.chairs[0]);
  });
});
