import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { discPicture, piecePicture, quarters, SHOGI_SEATS, TWO_SEATS, YONIN_SEATS } from '../notation/pictures';
import type { LegalMove, PieceKind } from '../protocol';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import { placement, pliesOf, positionOf } from '../test/room';
import DiscBoard from './DiscBoard.svelte';
import PieceBoard from './PieceBoard.svelte';
import { NO_OVERLAY } from './overlay';

const position = positionOf(0);

beforeEach(() => replaceSettings(defaults('en')));
afterEach(cleanup);

/** By attribute: searching sixty squares by role takes seconds. */
const labels = () =>
  [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.getAttribute('aria-label') ?? '');
function square(name: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('[role=gridcell]')].find((cell) =>
    cell.getAttribute('aria-label')?.startsWith(name),
  );
  if (!found) throw new Error(`no square ${name}`);
  return found;
}

function discs(more: Record<string, unknown> = {}) {
  const onplay = vi.fn();
  const onrefuse = vi.fn();
  const board = position.board.kind === 'discs' ? position.board : discPicture('');
  render(DiscBoard, {
    board,
    seats: TWO_SEATS,
    turn: 0,
    label: 'Board',
    legal: position.legal,
    mover: 0,
    ply: null,
    overlay: NO_OVERLAY,
    asked: null,
    onplay,
    onrefuse,
    ...more,
  });
  return { onplay, onrefuse };
}

describe('a board of discs', () => {
  it('lets go of the disc that waits when the turn or the connection is gone', async () => {
    const board = position.board.kind === 'discs' ? position.board : discPicture('');
    const common = {
      board,
      seats: TWO_SEATS,
      turn: 0,
      label: 'Board',
      ply: null,
      overlay: NO_OVERLAY,
      asked: null,
    } as const;
    const { rerender } = render(DiscBoard, { ...common, legal: position.legal, mover: 0 });
    await fireEvent.focus(square('d3'));
    expect(document.querySelectorAll('.under')).toHaveLength(1);
    await rerender({ ...common, legal: [], mover: null });
    await rerender({ ...common, legal: position.legal, mover: 0 });
    expect(document.querySelectorAll('.under')).toHaveLength(0);
  });

  it('is a grid of rows of named squares with one tab stop', () => {
    discs();
    expect(document.querySelector('[role=grid]')?.getAttribute('aria-label')).toBe('Board');
    expect(document.querySelectorAll('[role=grid] > [role=row]')).toHaveLength(8);
    const cells = [...document.querySelectorAll('[role=row] > [role=gridcell]')];
    expect(cells).toHaveLength(64);
    expect(cells.filter((cell) => cell.getAttribute('tabindex') === '0')).toHaveLength(1);
    expect(labels()).toContain('d3, empty, can be played, turns 1');
    expect(labels()).toContain('d4, white');
  });

  it('plays what is legal and refuses the rest', async () => {
    const { onplay, onrefuse } = discs();
    await fireEvent.click(square('d3'));
    expect(onplay).toHaveBeenCalledWith([position.legal[0]]);
    await fireEvent.click(square('a1'));
    expect(onrefuse).toHaveBeenCalledWith(0);
  });

  it('follows arrows and typed squares, and plays with Enter', async () => {
    const { onplay } = discs();
    const start = square('e5');
    start.focus();
    await fireEvent.keyDown(start, { key: 'ArrowUp' });
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^e4/);
    for (const key of ['c', '4']) await fireEvent.keyDown(document.activeElement as Element, { key });
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^c4/);
    await fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' });
    expect(onplay).toHaveBeenCalledWith([position.legal[1]]);
  });

  it('leaves out what is no square, also for the arrows', async () => {
    const nipp = discPicture('##----##' + '#------#' + '-'.repeat(32) + '#------#' + '##----##');
    discs({ board: nipp, legal: [placement('c1', 2, [])] });
    expect(labels()).toHaveLength(52);
    const corner = square('c1');
    await fireEvent.keyDown(corner, { key: 'ArrowLeft' });
    expect(document.activeElement).not.toBe(null);
    expect(labels().some((label) => label.startsWith('b1'))).toBe(false);
  });

  it('shows territories, and the forbidden one only to the one who moves', () => {
    const four = quarters(8);
    const board = discPicture(
      '-'.repeat(64),
      four,
      [2, 3, 0, 1].map((seat) => four[seat] ?? []),
    );
    discs({ board, seats: YONIN_SEATS, legal: [], mover: 0 });
    expect(labels()).toContain('a1, empty, territory of Seat 1');
    expect(labels()).toContain('h8, empty, territory of Seat 3, not for you');
    cleanup();
    discs({ board, seats: YONIN_SEATS, legal: [], mover: null });
    expect(labels().some((label) => /not for you/.test(label))).toBe(false);
  });

  it('marks the last move and what it turned', () => {
    discs({ ply: pliesOf(1)[0], legal: [] });
    expect(labels().some((label) => /^d3.*last move/.test(label))).toBe(true);
    expect(labels().some((label) => /^d4.*turned/.test(label))).toBe(true);
  });
});

describe('a board of pieces', () => {
  const legal: LegalMove[] = [
    { text: '9c8d', textJa: null, to: 28, from: 18, drop: null, promotes: false, turns: [] },
    { text: '9c8d+', textJa: null, to: 28, from: 18, drop: null, promotes: true, turns: [] },
  ];
  const pieces = (more: Record<string, unknown> = {}) => {
    const onplay = vi.fn();
    const onpick = vi.fn();
    render(PieceBoard, {
      board: piecePicture('nK8/7sSv1/sSeR7/9/8#e/9/9/9/wK3sK4'),
      seats: SHOGI_SEATS,
      turn: 0,
      label: 'Board',
      legal,
      ply: null,
      overlay: NO_OVERLAY,
      asked: null,
      picked: null,
      onplay,
      onpick,
      ...more,
    });
    return { onplay, onpick };
  };

  it('says whose a piece is, and where it looks if that differs', () => {
    pieces();
    expect(labels()).toContain('9a, king, North');
    expect(labels()).toContain('2b, silver, South, → North');
    expect(labels().some((label) => label.startsWith('1e, wall'))).toBe(true);
  });

  it('is moved by two taps and leaves promotion to the person', async () => {
    const { onpick } = pieces();
    await fireEvent.click(square('9c'));
    expect(onpick).toHaveBeenCalledWith({ from: 18 });
    cleanup();
    const { onplay } = pieces({ picked: { from: 18 } });
    await fireEvent.click(square('8d'));
    expect(onplay).toHaveBeenCalledWith(legal);
  });

  it('turns letters to their owners at one table, and to the reader else', () => {
    const board = piecePicture('nP8/9/9/9/9/9/9/9/8sP');
    const angles = (table: boolean) => {
      replaceSettings({ ...defaults('en'), pieces: 'letters', table });
      render(PieceBoard, { board, seats: SHOGI_SEATS, label: 'Board' });
      const found = [...document.querySelectorAll('.letter')].map((text) =>
        text.parentElement?.getAttribute('transform'),
      );
      cleanup();
      return found;
    };
    expect(angles(true)).toEqual(['rotate(180)', 'rotate(0)']);
    expect(angles(false)).toEqual([null, null]);
  });

  it('drops what is held', async () => {
    const drop: LegalMove = {
      text: 'P*5e',
      textJa: null,
      to: 40,
      from: null,
      drop: 'pawn' satisfies PieceKind,
      promotes: false,
      turns: [],
    };
    const { onplay } = pieces({ legal: [drop], picked: { drop: 'pawn' } });
    await fireEvent.click(square('5e'));
    expect(onplay).toHaveBeenCalledWith([drop]);
  });
});
