// What is chosen on the set-up page, and the request it becomes.

import { writeGame, type GameName } from '../notation/game';
import type { CreateRoom, Occupant, Players, TimeControl } from '../protocol';
import type { Face } from '../characters/characters';
import { opponent } from '../room/opponent';

export type SeatChoice =
  | { kind: 'me'; name?: string }
  | { kind: 'friend' }
  | ({ kind: 'level'; level: number } & Chosen)
  | ({ kind: 'player'; player: string } & Chosen);

interface Chosen {
  /** Whose face was chosen, if it was not the level or the player file. */
  face?: Face;
}

export type Order = 'shown' | 'random';

export interface ClockPlan {
  kind: 'none' | 'increment' | 'byoyomi';
  minutes: number;
  increment: number;
  period: number;
  periods: number;
}

export interface Plan {
  game: GameName;
  sitters: SeatChoice[];
  order: Order;
  clock: ClockPlan;
  start: string;
  assist: boolean;
  /** Who can play this game, as far as it is known. */
  players: Players | null;
}

export const FRESH_CLOCK: ClockPlan = { kind: 'none', minutes: 10, increment: 5, period: 30, periods: 3 };

export function occupant(sitter: SeatChoice, players: Players | null): Occupant {
  if (sitter.kind === 'friend') return { kind: 'open' };
  if (sitter.kind === 'me') return { kind: 'me' };
  if (sitter.kind === 'player') return { kind: 'player', player: sitter.player };
  return players ? opponent(players, sitter.level) : { kind: 'level', level: sitter.level };
}

export function timeControl(clock: ClockPlan): TimeControl | null {
  const main = Math.round(clock.minutes * 60);
  switch (clock.kind) {
    case 'none':
      return null;
    case 'increment':
      return { main, increment: clock.increment };
    case 'byoyomi':
      return { main, period: clock.period, periods: clock.periods };
  }
}

/** A new order of the same things, every order equally likely. */
export function shuffled<T>(things: readonly T[], random: () => number): T[] {
  const next = [...things];
  for (let last = next.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [next[last], next[other]] = [next[other] as T, next[last] as T];
  }
  return next;
}

export function request(plan: Plan, name: string, person: string, random: () => number = Math.random): CreateRoom {
  const sitters = plan.order === 'random' ? shuffled(plan.sitters, random) : plan.sitters;
  return {
    game: writeGame(plan.game),
    seats: sitters.map((sitter) => occupant(sitter, plan.players)),
    clock: timeControl(plan.clock),
    start: plan.start.trim(),
    assist: plan.assist,
    name,
    names: sitters.map((sitter) => (sitter.kind === 'me' ? (sitter.name ?? '') : '')),
    person,
  };
}

export type Seating = 'ais' | 'here' | 'friends';

export function seating(kind: Seating, seats: number, level: number): SeatChoice[] {
  const others: SeatChoice =
    kind === 'ais' ? { kind: 'level', level } : kind === 'here' ? { kind: 'me' } : { kind: 'friend' };
  return Array.from({ length: seats }, (_, seat): SeatChoice => (seat === 0 ? { kind: 'me' } : { ...others }));
}
