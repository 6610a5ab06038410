// What is chosen on the set-up page, and the request it becomes.

import { writeGame, type GameName } from '../notation/game';
import type { CreateRoom, Occupant, Players, Sitter, TimeControl } from '../protocol';
import { charactersAt, offered, type Face } from '../characters/characters';
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

/** The seats of a game that was played: the same AIs, and me in place of whoever asks; other people left theirs to a
 *  level. */
export function seatsAsIn(
  sitters: readonly Sitter[],
  own: readonly number[],
  game: string,
  level: number,
): SeatChoice[] {
  const characters = charactersAt(sitters, game);
  const people = sitters.flatMap(({ player }, seat) => (player === undefined ? [seat] : []));
  const mine = people.find((seat) => own.includes(seat)) ?? people[0] ?? 0;
  return sitters.map((sitter, seat): SeatChoice => {
    if (seat === mine) return { kind: 'me' };
    const face = characters[seat]?.face;
    const chosen = face ? { face } : {};
    if (sitter.level !== undefined) return { kind: 'level', level: sitter.level, ...chosen };
    return sitter.player === undefined
      ? { kind: 'level', level }
      : { kind: 'player', player: sitter.player, ...chosen };
  });
}

/** What decides who can play: the game, the highest level, and the player files, as far as they are known. */
export interface Allowed {
  game: string;
  most: number;
  players: Players | null;
  /** For whoever has to be replaced and has no level. */
  level: number;
}

/** The same at a table with so many seats; `fresh` has one for each and fills it up. */
export function spread(sitters: readonly SeatChoice[], fresh: readonly SeatChoice[]): SeatChoice[] {
  const next = fresh.map((other, seat) => sitters[seat] ?? other);
  const isMe = ({ kind }: SeatChoice) => kind === 'me';
  return sitters.some(isMe) && !next.some(isMe) ? [{ kind: 'me' }, ...next.slice(1)] : next;
}

/** The same people where something else is allowed: who has a face is who has it there, and whoever cannot play leaves
 *  the seat to a level. */
export function reseated(sitters: readonly SeatChoice[], { game, most, players, level }: Allowed): SeatChoice[] {
  return sitters.map((sitter) => {
    if (sitter.kind !== 'level' && sitter.kind !== 'player') return sitter;
    const character = sitter.face && offered(game, most).find(({ face }) => face === sitter.face);
    if (character && (character.occupant.kind === 'level' || character.occupant.kind === 'player'))
      return { ...character.occupant, face: character.face };
    const isListed = !players || players.players.some(({ name }) => sitter.kind === 'player' && name === sitter.player);
    if (sitter.kind === 'player' && !sitter.face && most >= 10 && isListed) return sitter;
    return { kind: 'level', level: Math.min(sitter.kind === 'level' ? sitter.level : level, most) };
  });
}
