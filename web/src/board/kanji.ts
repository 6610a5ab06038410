// The sign on a piece of shogi.

import type { PieceKind } from '../protocol';

const SIGNS: Record<PieceKind, string> = { pawn: '歩', silver: '銀', gold: '金', rook: '飛', king: '王' };
const PROMOTED: Partial<Record<PieceKind, string>> = { pawn: 'と', silver: '全', rook: '竜' };

export function kanjiOf({ kind, promoted }: { kind: PieceKind; promoted: boolean }): string {
  return (promoted ? PROMOTED[kind] : undefined) ?? SIGNS[kind];
}
