// A room as the page shows it: the truth of its session, the ply somebody looks at, and what follows
// from the two. To be made while a component is made.

import { moveText } from '../board/names';
import { turnTo, type Turn } from '../board/geometry';
import { NO_OVERLAY, overlayOf, type Judged, type Overlay } from '../board/overlay';
import { hintTrust } from '../board/units';
import { movedFor, notable } from '../game/announce';
import { awayText, turnText } from '../game/banner';
import { calledIn } from '../game/called';
import { readClock, type Reading } from '../game/clock';
import { headline } from '../game/outcome';
import { problemText } from '../i18n/problem';
import { t } from '../i18n/text.svelte';
import { api, Refused } from '../net/api';
import type { LegalMove, Ply, PositionView, RoomView, Action } from '../protocol';
import { pastValues } from '../review/past-values.svelte';
import { settings } from '../settings/store.svelte';
import { say } from '../ui/live.svelte';
import { isAi, isPerson } from './sitting';
import { Cursor } from './cursor.svelte';
import { forget, remember } from './recent';
import { RoomSession, type Audience } from './session.svelte';

export class RoomState {
  readonly session: RoomSession;
  readonly cursor = new Cursor(() => this.session.position?.ply ?? 0);
  /** What went wrong with what was asked for last. */
  problem = $state('');
  /** The server knows no such room. */
  gone = $state(false);
  private now = $state(Date.now());
  private readonly past = pastValues(() => this.asksForPast());

  constructor(id: string, audience: Audience) {
    this.session = new RoomSession(id, audience);
    $effect(() => () => this.session.close());
    $effect(() => this.lookWhetherGone(id));
    $effect(() => {
      // What failed while the line was broken can be asked for again.
      if (this.session.link === 'open') this.problem = '';
    });
    $effect(() => {
      // Nor is it of interest once the game has gone on.
      if (this.session.position?.ply) this.problem = '';
    });
    $effect(() => {
      if (this.cursor.at !== null) void this.session.timeline.fetch(this.cursor.at);
    });
    $effect(() => {
      if (this.room) remember(this.room);
    });
    $effect(() => {
      if (!this.room?.clocks || this.room.clocks.running === null) return;
      const timer = setInterval(() => (this.now = Date.now()), 100);
      return () => clearInterval(timer);
    });
    $effect(() => {
      const wanted = settings.evaluation && this.mayEvaluate && this.session.link === 'open';
      void this.session.evaluate(wanted).catch(() => undefined);
    });
    $effect(() => {
      const { hint } = this.overlay;
      const trust = this.session.hint?.trust;
      if (hint) say(t().game.hintIs(moveText(hint)), trust ? hintTrust(trust) : '');
    });
  }

  get room(): RoomView | null {
    return this.session.room;
  }

  get position(): PositionView | null {
    const { at } = this.cursor;
    if (at === null) return this.session.position;
    return this.past()?.position ?? this.session.timeline.shown(at) ?? this.session.position;
  }

  get ply(): Ply | null {
    return this.cursor.at === null ? this.session.ply : (this.room?.plies[this.cursor.at - 1] ?? null);
  }

  /** The plies that have been shown. */
  get plies(): Ply[] {
    return this.room?.plies.slice(0, this.session.position?.ply ?? 0) ?? [];
  }

  get mover(): number | null {
    return this.cursor.at === null ? this.session.mover : null;
  }

  get playing(): boolean {
    return this.room?.status === 'playing';
  }

  /** Over, and the end has been shown. */
  get finished(): boolean {
    return this.room?.status === 'finished' && this.session.position?.ply === this.room.position.ply;
  }

  get own(): number[] {
    return this.session.you.seats;
  }

  /** With several seats at this screen the board stays where it is: people sit around it. */
  get turn(): Turn {
    const own = this.own.length === 1 ? this.room?.seats[this.own[0] ?? 0] : undefined;
    return settings.turnBoard && own && this.room?.seats.length !== 2 ? turnTo(own.place) : 0;
  }

  values = $derived.by((): Judged | null => {
    if (this.cursor.at !== null) return this.past();
    return settings.evaluation && this.session.values?.ply === this.position?.ply ? this.session.values : null;
  });

  overlay = $derived.by((): Overlay => {
    const { position } = this;
    if (!position) return NO_OVERLAY;
    const { hint } = this.session;
    const move = hint?.ply === position.ply ? position.legal.find((each) => each.text === hint.text) : undefined;
    return overlayOf(position, this.values, hint && move ? { move, trust: hint.trust } : null);
  });

  /** How the game stands, in a few words. */
  banner = $derived.by((): string => {
    const { room, session } = this;
    if (!room || !session.position) return '';
    if (this.finished && room.result) return headline(room.result, room.seats, this.own, this.called);
    return turnText(room, session.position.turn, this.own, session.mover);
  });

  /** Who is not there, besides whom the banner names. */
  get awayNow(): string {
    const { room, session } = this;
    return room && session.position ? awayText(room, session.position.turn) : '';
  }

  /** What the seats are called when something is said of them. */
  get called(): string[] {
    return this.room ? calledIn(this.room) : [];
  }

  get news(): string {
    const { ply, room } = this;
    if (!ply || !room) return '';
    const texts = notable(ply, room.seats, this.called, room.plies);
    // Who sat in for somebody at an earlier move the record tells.
    if (this.cursor.at === null) texts.push(movedFor(ply, room));
    return texts.join(' ').trim();
  }

  /** From 0 at the start to 1 at the end. */
  get progress(): number {
    const at = this.session.position;
    if (!at || at.board.kind !== 'discs') return Math.min(1, (at?.ply ?? 0) / 160);
    const cells = at.board.cells.filter((cell) => cell !== 'outside');
    return cells.filter((cell) => cell !== 'empty').length / cells.length;
  }

  clockOf(seat: number): Reading | null {
    const { room } = this;
    return room?.clocks
      ? readClock(room.clocks, room.clock, seat, Math.max(0, this.now - this.session.clocksAt))
      : null;
  }

  /** Whether people play against each other and have begun: from then on nobody takes the seat of another. */
  get between(): boolean {
    const { room, own } = this;
    if (!room || !this.playing || room.plies.length === 0) return false;
    const others = room.sittings.filter((sitting, seat) => !isAi(sitting) && !own.includes(seat)).length;
    return others + Math.min(1, own.length) > 1;
  }

  /** Whether somebody at this screen may say who sits there. In a game that counts everybody stays, and where a clock
   *  decides about whoever is away, they do. */
  mayChange(seat: number): boolean {
    const waits = this.clockDecides && !this.own.includes(seat) && isPerson(this.room?.sittings[seat]);
    return this.concerns(seat) && !this.room?.counts && !(waits && this.between);
  }

  private concerns(seat: number): boolean {
    if (!this.room || this.finished) return false;
    const sitting = this.room.sittings[seat];
    if (this.own.includes(seat) || (sitting && !sitting.sitter)) return true;
    const member = this.session.you.host || this.own.length > 0;
    // An AI between people stays as well, unless it fails.
    if (isAi(sitting)) return member && (!this.between || this.room.failure?.seat === seat);
    return member && (sitting?.replaceable ?? false);
  }

  /** A seat whose person has been away for so long that others may do something, or left it during the game. */
  get absent(): number | null {
    const room = this.room;
    const found = room?.sittings.findIndex((sitting, seat) => {
      const left = !sitting.sitter && room.status === 'playing';
      return (left || (sitting.replaceable && !sitting.present)) && this.concerns(seat);
    });
    return found === undefined || found < 0 ? null : found;
  }

  /** Whether a clock decides about whoever is away. */
  get clockDecides(): boolean {
    return Boolean(this.room?.clock) && (this.room?.plies.length ?? 0) > 0;
  }

  /** The seat for which things are asked: the one to move if it is here, else the first. */
  get asking(): number | null {
    return this.session.mover ?? this.own[0] ?? null;
  }

  get canUndo(): boolean {
    // In a game that counts somebody else has to agree.
    const alone = this.room?.sittings.every((sitting, seat) => this.own.includes(seat) || !isPerson(sitting));
    return this.lastOwn !== undefined && !(this.room?.counts && alone);
  }

  undo(): void {
    if (this.lastOwn) this.ask({ action: 'undo', seat: this.lastOwn.seat, agree: true });
  }

  /** With several seats at this screen the last one that moved takes back. */
  private get lastOwn(): Ply | undefined {
    return this.room?.plies.findLast((each) => this.own.includes(each.seat) && each.kind === 'move');
  }

  ask = (action: Action): void => this.follow(this.session.ask(action));

  giveAi = (seat: number, level: number): void => this.follow(this.session.giveAi(seat, level));

  askHint = (): void => {
    this.follow(this.session.askHint());
    if (this.session.hinting) say(t().game.hinting);
  };

  play = (move: LegalMove): void => this.follow(this.session.play(move));

  private follow(asked: Promise<void>): void {
    this.problem = '';
    asked.catch((reason: unknown) => {
      this.problem = problemText(reason);
      say(this.problem);
    });
  }

  private get mayEvaluate(): boolean {
    return this.room !== null && (this.room.assist || this.room.status === 'finished');
  }

  private asksForPast(): { record: string; ply: number } | null {
    const { at } = this.cursor;
    return this.room && at !== null && settings.evaluation && this.mayEvaluate
      ? { record: this.room.record, ply: at }
      : null;
  }

  /** A socket does not say why it was refused. */
  private lookWhetherGone(id: string): void {
    if (this.session.link !== 'lost' || this.room) return;
    void api.room(id).catch((reason: unknown) => {
      if (!(reason instanceof Refused) || reason.code !== 'no-room') return;
      this.gone = true;
      forget(id);
      this.session.close();
    });
  }
}
