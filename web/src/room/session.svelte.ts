// One room as this client sees it: the truth of the server, the position on the screen (which
// may be held back a little, so that one can see every move), and what may be asked for.

import { Refused } from '../net/api';
import { Connection, roomSocket, type Link } from '../net/connection';
import { dropSeat, keepSeat, keysOf, person } from '../net/identity';
import type { LegalMove, Message, MoveValue, Ply, PositionView, RoomView, Trust, Unit, Action, You } from '../protocol';
import { aiPause, settings } from '../settings/store.svelte';
import { isAi } from './sitting';
import { applyEvent } from './changes';
import { opponentFor } from './opponent';
import { Playback } from './playback';
import { Timeline } from './timeline.svelte';

export interface Values {
  ply: number;
  moves: MoveValue[];
  unit: Unit;
  done: boolean;
}

/** Told when something is shown that has to be heard or said. */
export interface Audience {
  shown(ply: Ply, position: PositionView, session: RoomSession): void;
  happened(what: 'undone' | 'newGame' | 'back', session: RoomSession): void;
  sitting(before: RoomView, after: RoomView, seat: number): void;
}

const NOBODY: You = { seats: [], host: false, away: [] };

export class RoomSession {
  room = $state.raw<RoomView | null>(null);
  you = $state.raw<You>(NOBODY);
  link = $state<Link>('connecting');
  /** The server does not want this client back. */
  dismissed = $state(false);
  /** Whether a seat of this client was given to somebody else. */
  unseated = $state(false);
  /** The seat that this client gives up by itself. */
  private leaving: number | null = null;
  /** What is on the board now, and the ply that led to it. */
  position = $state.raw<PositionView | null>(null);
  ply = $state.raw<Ply | null>(null);
  hint = $state.raw<{ ply: number; text: string; trust: Trust } | null>(null);
  /** The hint that was asked for and has not come yet. */
  private awaited = $state.raw<{ ply: number; settle: (why?: Refused) => void } | null>(null);
  values = $state.raw<Values | null>(null);
  /** How often the class may have wanted something else of this table. */
  classNews = $state(0);
  analysed = $state.raw<{ done: number; total: number } | null>(null);
  timeline: Timeline;

  private readonly connection: Connection;
  private readonly playback = new Playback();
  /** When the clocks of the room were true, by this device's clock. */
  clocksAt = $state(0);

  constructor(
    readonly id: string,
    private readonly audience: Audience,
    socket = () => roomSocket(id),
  ) {
    this.timeline = new Timeline(`rooms/${id}`);
    this.connection = new Connection(socket, () => this.hello(), {
      message: (message) => this.receive(message),
      link: (link) => this.linked(link),
    });
  }

  close(): void {
    this.playback.clear();
    this.connection.close();
  }

  hurry(): void {
    this.connection.hurry();
  }

  ask(action: Action): Promise<void> {
    const asked = this.connection.request(action);
    if (action.action === 'free' || action.action === 'give') {
      this.leaving = action.seat;
      asked.catch(() => (this.leaving = null));
    }
    return asked;
  }

  /** The seat of this client whose turn it is on the screen. */
  get mover(): number | null {
    const turn = this.position?.turn ?? null;
    if (turn === null || this.room?.status !== 'playing') return null;
    if (this.position?.ply !== this.room.position.ply) return null;
    return this.you.seats.includes(turn) ? turn : null;
  }

  play(move: LegalMove): Promise<void> {
    const seat = this.mover;
    if (seat === null || !this.position) return Promise.resolve();
    this.forgetHint();
    // Whoever plays again has read what happened meanwhile.
    if (this.you.away.length > 0) this.you = { ...this.you, away: [] };
    return this.ask({ action: 'move', seat, ply: this.position.ply, text: move.text });
  }

  /** Whether a hint for what is on the board is being thought about. */
  get hinting(): boolean {
    return this.awaited !== null && this.awaited.ply === this.position?.ply;
  }

  /** Waits until the hint is there or not wanted any more. */
  askHint(): Promise<void> {
    if (this.mover === null || !this.position || this.hinting) return Promise.resolve();
    const { ply } = this.position;
    this.hint = null;
    const answered = new Promise<void>((resolve, reject) => {
      this.awaited = { ply, settle: (why) => (why ? reject(why) : resolve()) };
    });
    this.ask({ action: 'hint' }).catch((why: Refused) => this.hintCame(why));
    return answered;
  }

  /** Or why it does not. */
  private hintCame(why?: Refused): void {
    const { awaited } = this;
    this.awaited = null;
    awaited?.settle(why);
  }

  private forgetHint(): void {
    this.hint = null;
    this.hintCame();
  }

  /** Lets an AI sit down. */
  async giveAi(seat: number, level: number): Promise<void> {
    if (!this.room) return;
    await this.ask({ action: 'give', seat, to: await opponentFor(this.room.game, level) });
  }

  private hello() {
    const keys = keysOf(this.id);
    const tokens = new Set([...keys.seats.map((seat) => seat.token), ...keys.brought]);
    return { name: settings.name, person: person(), seats: [...tokens], host: keys.host };
  }

  private linked(link: Link): void {
    if (link === 'open' && this.link === 'lost') this.audience.happened('back', this);
    this.link = link;
    if (link !== 'open') this.hintCame();
    // What was asked for belongs to the socket that is gone.
    if (link === 'open' && this.evaluating) void this.ask({ action: 'evaluate', on: true }).catch(() => undefined);
  }

  private evaluating = false;

  async evaluate(on: boolean): Promise<void> {
    this.evaluating = on;
    if (!on) this.values = null;
    if (this.link === 'open') await this.ask({ action: 'evaluate', on });
  }

  private receive(message: Message): void {
    switch (message.type) {
      case 'snapshot':
        this.you = message.you;
        this.enter(message.room);
        break;
      case 'resumed':
        this.you = message.you;
        break;
      case 'event':
        this.happen(message);
        break;
      case 'seat':
        this.unseated = false;
        keepSeat(this.id, message);
        this.you = {
          ...this.you,
          seats: [...new Set([...this.you.seats, message.seat])].toSorted((a, b) => a - b),
        };
        break;
      case 'lost':
        this.unseated = this.leaving !== message.seat;
        this.leaving = null;
        dropSeat(this.id, message.seat);
        this.you = { ...this.you, seats: this.you.seats.filter((seat) => seat !== message.seat) };
        break;
      case 'hint':
        this.hint = message;
        this.hintCame();
        break;
      case 'refused':
        // Nobody's request in particular: what was asked before cannot be answered.
        this.hintCame(new Refused(message.code, message.message));
        break;
      case 'values':
        this.values = message;
        break;
      case 'analysis':
        this.analysed = { done: message.done, total: message.total };
        break;
      case 'class':
        this.classNews += 1;
        break;
      case 'bye':
        this.dismissed = true;
        break;
    }
  }

  private enter(room: RoomView): void {
    this.playback.clear();
    this.timeline = new Timeline(`rooms/${this.id}`);
    this.room = room;
    this.clocksAt = Date.now();
    this.values = null;
    this.forgetHint();
    this.show(room.position, room.plies.at(-1) ?? null);
  }

  private show(position: PositionView, ply: Ply | null): void {
    this.timeline.keep(position);
    this.position = position;
    this.ply = ply;
  }

  private happen(message: Extract<Message, { type: 'event' }>): void {
    const before = this.room;
    if (!before) return;
    this.room = applyEvent(before, message);
    this.clocksAt = Date.now();
    switch (message.event) {
      case 'played': {
        const { ply, position } = message;
        const patient = isAi(before.sittings[ply.seat]) || ply.kind !== 'move';
        this.playback.add({
          wait: () => (patient ? aiPause() : 0),
          show: () => {
            this.show(position, ply);
            this.audience.shown(ply, position, this);
          },
        });
        break;
      }
      case 'undone':
        this.playback.clear();
        this.timeline.forgetAfter(message.position.ply);
        this.forgetHint();
        this.show(message.position, this.room.plies.at(-1) ?? null);
        this.audience.happened('undone', this);
        break;
      case 'started':
        this.analysed = null;
        this.enter(message.room);
        this.audience.happened('newGame', this);
        break;
      case 'sitting':
        this.audience.sitting(before, this.room, message.seat);
        break;
    }
  }
}
