import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Socket } from '../net/connection';
import { keysOf } from '../net/identity';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { pliesOf, positionOf, roomOf } from '../test/room';
import { RoomSession } from './session.svelte';

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {}
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const audience = { shown: vi.fn(), happened: vi.fn(), sitting: vi.fn() };

function sit(seats: number[]) {
  const socket = new FakeSocket();
  const session = new RoomSession('r', audience, () => socket);
  socket.onopen?.();
  socket.say({ type: 'snapshot', epoch: 'e', seq: 0, room: roomOf(), you: { seats, host: false, away: [] } });
  return { socket, session };
}

const played = (seq: number) => ({
  type: 'event',
  seq,
  event: 'played',
  ply: pliesOf(seq).at(-1),
  position: positionOf(seq),
  clocks: null,
  result: null,
});

describe('a session', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.clearAllMocks();
    replaceSettings({ ...defaults('en'), animation: false });
  });

  it('lets only the seat to move play, and only on the board it sees', () => {
    const { session, socket } = sit([0]);
    expect(session.mover).toBe(0);
    void session.play(positionOf(0).legal[0]!);
    expect(socket.sent.at(-1)).toMatchObject({ action: 'move', seat: 0, ply: 0, text: 'd3' });
    socket.say(played(1));
    expect(session.mover).toBeNull();
    socket.say(played(2));
    expect(session.mover).toBe(0);
    expect(audience.shown).toHaveBeenCalledTimes(2);
  });

  it('holds back an AI’s move, but not the truth', () => {
    replaceSettings({ ...defaults('en'), pause: 2000 });
    const { session, socket } = sit([0]);
    socket.say(played(1));
    socket.say(played(2));
    expect(session.position?.ply).toBe(1);
    expect(session.room?.position.ply).toBe(2);
    expect(session.mover).toBeNull();
    session.close();
  });

  it('waits for a hint until it comes, cannot come, or is not wanted any more', async () => {
    const { session, socket } = sit([0]);
    const ask = () => {
      const asked = session.askHint();
      expect(session.hinting).toBe(true);
      expect(socket.sent.at(-1)).toMatchObject({ action: 'hint' });
      socket.say({ type: 'done', id: socket.sent.at(-1)?.id });
      return asked;
    };
    const hint = { type: 'hint', ply: 0, text: 'd3', values: [], unit: 'discs', trust: { depth: 1 } };
    const came = ask();
    // Impatience asks nothing twice.
    const before = socket.sent.length;
    await session.askHint();
    expect(socket.sent).toHaveLength(before);
    socket.say(hint);
    await came;
    expect([session.hinting, session.hint?.text]).toEqual([false, 'd3']);

    const failed = ask();
    expect(session.hint).toBeNull();
    socket.say({ type: 'refused', id: null, code: 'no-advice', message: 'nobody knows' });
    await expect(failed).rejects.toMatchObject({ code: 'no-advice' });
    expect(session.hinting).toBe(false);

    const refused = session.askHint();
    socket.say({ type: 'refused', id: socket.sent.at(-1)?.id, code: 'no-assist', message: 'switched off' });
    await expect(refused).rejects.toMatchObject({ code: 'no-assist' });
    expect(session.hinting).toBe(false);

    const moved = ask();
    void session.play(positionOf(0).legal[0]!);
    socket.say({ type: 'done', id: socket.sent.at(-1)?.id });
    expect(session.hinting).toBe(false);
    await moved;

    const broken = ask();
    socket.onclose?.();
    expect(session.hinting).toBe(false);
    await broken;
    session.close();
  });

  it('keeps a seat that was given, and drops one that was lost', async () => {
    const { session, socket } = sit([]);
    socket.say({ type: 'seat', seat: 1, token: 'abc' });
    expect(session.you.seats).toEqual([1]);
    expect(keysOf('r').seats).toEqual([{ seat: 1, token: 'abc' }]);
    socket.say({ type: 'lost', seat: 1 });
    expect(session.you.seats).toEqual([]);
    expect(keysOf('r').seats).toEqual([]);
    expect(session.unseated, 'somebody else has it').toBe(true);
    socket.say({ type: 'seat', seat: 1, token: 'abc' });
    expect(session.unseated).toBe(false);
    void session.ask({ action: 'free', seat: 1 }).catch(() => undefined);
    socket.say({ type: 'lost', seat: 1 });
    expect(session.unseated, 'given up').toBe(false);
    socket.say({ type: 'seat', seat: 1, token: 'abc' });
    const refused = session.ask({ action: 'free', seat: 1 });
    socket.say({ type: 'refused', id: socket.sent.at(-1)?.id, code: 'class-over', message: 'it is over' });
    await expect(refused).rejects.toMatchObject({ code: 'class-over' });
    socket.say({ type: 'lost', seat: 1 });
    expect(session.unseated, 'not given up after all').toBe(true);
    session.close();
  });
});
