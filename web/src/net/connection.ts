// One socket to one room that comes back by itself. It hands on every event exactly once and
// in order, or a new snapshot where the server no longer has what was missed.

import type { Hello, Message, Request, Seen, Action } from '../protocol';
import { Refused } from './api';

export type Link = 'connecting' | 'open' | 'lost' | 'closed';

/** The part of WebSocket that is used here. */
export interface Socket {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Listener {
  message(message: Message): void;
  link(link: Link): void;
}

interface Pending {
  resolve: () => void;
  reject: (reason: Refused) => void;
}

const PING_EVERY = 20_000;
const FIRST_RETRY = 300;
const LONGEST_RETRY = 8_000;

/** Milliseconds before the nth retry; spread, so that a class room does not come back at once. */
export function retryDelay(attempt: number, random: number): number {
  const full = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** attempt);
  return full * (0.5 + random / 2);
}

export class Connection {
  private socket: Socket | null = null;
  private seen: Seen | null = null;
  private attempt = 0;
  private nextId = 1;
  private pending = new Map<number, Pending>();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private ping: ReturnType<typeof setInterval> | undefined;
  private over = false;

  constructor(
    private readonly open: () => Socket,
    private readonly hello: () => Omit<Hello, 'seen'>,
    private readonly listener: Listener,
  ) {
    this.connect();
  }

  request(action: Action): Promise<void> {
    const socket = this.socket;
    if (!socket || this.attempt > 0) return Promise.reject(new Refused('offline', 'not connected'));
    const id = this.nextId++;
    const request: Request = { ...action, id };
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      socket.send(JSON.stringify(request));
    });
  }

  /** Tries at once, for instance when the browser says that the network is back. */
  hurry(): void {
    if (this.retry === undefined) return;
    clearTimeout(this.retry);
    this.connect();
  }

  close(): void {
    this.over = true;
    clearTimeout(this.retry);
    this.socket?.close();
    this.dropped();
    this.listener.link('closed');
  }

  private connect(): void {
    this.retry = undefined;
    this.listener.link(this.attempt === 0 ? 'connecting' : 'lost');
    const socket = this.open();
    this.socket = socket;
    socket.onopen = () => {
      const hello: Hello = { ...this.hello(), seen: this.seen };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = ({ data }) => this.receive(socket, String(data));
    socket.onclose = () => {
      if (socket !== this.socket || this.over) return;
      this.dropped();
      this.listener.link('lost');
      this.retry = setTimeout(() => this.connect(), retryDelay(this.attempt++, Math.random()));
    };
  }

  private receive(socket: Socket, text: string): void {
    if (socket !== this.socket) return;
    const message = JSON.parse(text) as Message;
    switch (message.type) {
      case 'snapshot':
        this.seen = { epoch: message.epoch, seq: message.seq };
        this.ready();
        break;
      case 'resumed':
        this.ready();
        break;
      case 'event':
        if (!this.follows(socket, message.seq)) return;
        break;
      case 'done':
        this.pending.get(message.id)?.resolve();
        this.pending.delete(message.id);
        return;
      case 'refused':
        if (message.id !== null) {
          this.pending.get(message.id)?.reject(new Refused(message.code, message.message));
          this.pending.delete(message.id);
          return;
        }
        break;
      case 'bye':
        // Where coming back is of use the socket ends now, and all goes on with the next one.
        if (message.again) return;
        this.listener.message(message);
        this.close();
        return;
    }
    this.listener.message(message);
  }

  /** Whether the event is the next one. A gap means that something was lost: start over. */
  private follows(socket: Socket, seq: number): boolean {
    if (!this.seen || seq <= this.seen.seq) return false;
    if (seq !== this.seen.seq + 1) {
      socket.close();
      return false;
    }
    this.seen.seq = seq;
    return true;
  }

  private ready(): void {
    this.attempt = 0;
    clearInterval(this.ping);
    this.ping = setInterval(() => void this.request({ action: 'ping' }).catch(() => undefined), PING_EVERY);
    this.listener.link('open');
  }

  private dropped(): void {
    clearInterval(this.ping);
    this.socket = null;
    for (const { reject } of this.pending.values()) reject(new Refused('offline', 'the connection was lost'));
    this.pending.clear();
  }
}

export function roomSocket(room: string): Socket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(`${scheme}//${location.host}/api/rooms/${room}/socket`) as unknown as Socket;
}
