// How a game ended, in one line.

import { seatName } from '../board/names';
import { t } from '../i18n/text.svelte';
import type { BoardView, GameResult, SeatView } from '../protocol';

/** `own` are the seats of the one who looks; empty for spectators and for several at one screen. */
export function headline(
  result: GameResult,
  seats: SeatView[],
  own: readonly number[],
  called: readonly string[] = seats.map(seatName),
): string {
  const words = t().end;
  const winners = called.filter((_, seat) => result.ranks[seat] === 1);
  const me = own.length === 1 ? own[0] : undefined;
  if (seats.length === 2) {
    if (winners.length === 2) return words.draw;
    if (me !== undefined) return result.ranks[me] === 1 ? words.youWin : words.youLose;
  } else if (me !== undefined) {
    return result.ranks[me] === 1 && winners.length === 1
      ? words.youWin
      : words.yourRank(words.rank(result.ranks[me] ?? 0));
  }
  const names = winners.join(' · ');
  return winners.length > 1 ? words.sharedFirst(names) : words.wins(names);
}

export function reasonText(
  result: GameResult,
  seats: SeatView[],
  called: readonly string[] = seats.map(seatName),
): string {
  const who = result.by === undefined ? undefined : called[result.by];
  if (!who || result.reason === 'played') return '';
  return result.reason === 'resigned' ? t().end.resignedBy(who) : t().end.timeBy(who);
}

/** Who won, and why if discs do not tell: for whoever was not there. */
export function outcomeTexts(result: GameResult, seats: SeatView[], called: readonly string[]): string[] {
  const reason = reasonText(result, seats, called);
  return [headline(result, seats, [], called), ...(reason ? [reason] : [])];
}

/** Whether it was won by the only one who looks and by nobody else, or that one is last; empty for everybody between. */
export function ending({ ranks }: GameResult, own: readonly number[]): 'won' | 'lost' | '' {
  const rank = own.length === 1 ? (ranks[own[0] ?? 0] ?? 0) : 0;
  const firsts = ranks.filter((each) => each === 1).length;
  if (rank === 1) return firsts === 1 ? 'won' : '';
  return rank > 1 && rank === Math.max(...ranks) ? 'lost' : '';
}

/** Whether discs decide: nobody counts after a resignation, nor pieces. */
export function isCounted(result: GameResult | null, board: BoardView): boolean {
  return result?.reason === 'played' && board.kind === 'discs';
}

/** What is counted on a board. */
export function scoreLabel(board: BoardView): string {
  if (board.kind === 'pieces') return t().end.piecesScore;
  return board.territories.length > 0 ? t().end.territory : t().end.discs;
}
