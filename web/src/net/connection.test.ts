import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message, RoomView } from '../protocol';
import { Connection, retryDelay, type Link, type Socket } from './connection';

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.onclose?.();
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const you = { seats: [0], host: true };
const snapshot = (seq: number, epoch = 'e') => ({ type: 'snapshot', epoch, seq, room: {} as RoomView, you });
const event = (seq: number) => ({ type: 'event', seq, event: 'spectators', names: [] });

function connect() {
  const sockets: FakeSocket[] = [];
  const messages: Message[] = [];
  const links: Link[] = [];
  const connection = new Connection(
    () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    () => ({ name: 'Aya', person: 'p', seats: ['t'], host: null }),
    { message: (message) => messages.push(message), link: (link) => links.push(link) },
  );
  const last = () => sockets.at(-1) as FakeSocket;
  return { connection, sockets, messages, links, last };
}

describe('a connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('greets with nothing seen, and comes back with what it has seen', () => {
    const { last, sockets, links } = connect();
    last().onopen?.();
    expect(last().sent[0]).toMatchObject({ name: 'Aya', seats: ['t'], seen: null });
    last().say(snapshot(4));
    last().say(event(5));
    expect(links.at(-1)).toBe('open');
    last().close();
    expect(links.at(-1)).toBe('lost');
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    last().onopen?.();
    expect(last().sent[0]).toMatchObject({ seen: { epoch: 'e', seq: 5 } });
  });

  it('hands on every event once and in order', () => {
    const { last, messages } = connect();
    last().say(snapshot(0));
    last().say(event(1));
    last().say(event(1));
    last().say(event(2));
    expect(messages.filter((message) => message.type === 'event').map((message) => message.seq)).toEqual([1, 2]);
  });

  it('starts over when events are missing', () => {
    const { last, sockets, messages } = connect();
    last().say(snapshot(0));
    last().say(event(3));
    expect(messages.some((message) => message.type === 'event')).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    last().onopen?.();
    expect(last().sent[0]).toMatchObject({ seen: { epoch: 'e', seq: 0 } });
    last().say({ type: 'resumed', seq: 0, you });
    for (const seq of [1, 2, 3]) last().say(event(seq));
    expect(messages.filter((message) => message.type === 'event')).toHaveLength(3);
  });

  it('answers requests by their number', async () => {
    const { connection, last } = connect();
    last().say(snapshot(0));
    const good = connection.request({ action: 'hint' });
    const bad = connection.request({ action: 'resign', seat: 0 });
    const [first, second] = last().sent.slice(-2);
    last().say({ type: 'refused', id: second?.id, code: 'finished', message: 'the game is over' });
    last().say({ type: 'done', id: first?.id });
    await expect(good).resolves.toBeUndefined();
    await expect(bad).rejects.toMatchObject({ code: 'finished' });
  });

  it('refuses what is still open when the line breaks', async () => {
    const { connection, last } = connect();
    last().say(snapshot(0));
    const open = connection.request({ action: 'hint' });
    last().close();
    await expect(open).rejects.toMatchObject({ code: 'offline' });
    await expect(connection.request({ action: 'hint' })).rejects.toMatchObject({ code: 'offline' });
  });

  it('stays away when told to', () => {
    const { last, sockets, links } = connect();
    last().say(snapshot(0));
    last().say({ type: 'bye', message: 'the room is closed', again: false });
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(links.at(-1)).toBe('closed');
  });

  it('comes back when told to, and says nothing of it', () => {
    const { last, sockets, messages } = connect();
    last().say(snapshot(0));
    last().say({ type: 'bye', message: 'the server ends', again: true });
    last().close();
    vi.advanceTimersByTime(1_000);
    expect(sockets).toHaveLength(2);
    expect(messages.map(({ type }) => type)).toEqual(['snapshot']);
  });

  it('pings while it is open', () => {
    const { last } = connect();
    last().say(snapshot(0));
    vi.advanceTimersByTime(45_000);
    expect(last().sent.filter((sent) => sent.action === 'ping')).toHaveLength(2);
  });

  it('waits longer each time, but never too long', () => {
    expect(retryDelay(0, 1)).toBe(300);
    expect(retryDelay(2, 1)).toBe(1200);
    expect(retryDelay(50, 1)).toBe(8000);
    expect(retryDelay(50, 0)).toBe(4000);
  });
});
