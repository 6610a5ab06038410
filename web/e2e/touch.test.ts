// A phone in the hand: a tap anywhere on a legal square plays there, also on what marks it.

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage, rewrite, WRITINGS } from './browser';
import { useStage } from './stage';
import { banner, begin, cell, moveCount, openCells, pieceCell } from './table';

const MATE = 'nK8/7nS1/sSeR7/9/8eK/wR4nP3/9/9/wK3sK4 P/-/-/- S - 0000 iemoto 0 1';

/** Shares of a square from its left and upper edge: on the mark in its middle, and towards each corner. */
const POINTS = [
  [0.5, 0.5],
  [0.18, 0.18],
  [0.82, 0.18],
  [0.82, 0.82],
  [0.18, 0.82],
] as const;

describe('a phone', () => {
  const stage = useStage();
  const { server } = stage;

  const phone = () => openPage(stage.browser, { width: 360, height: 740, touch: true });

  async function tap(
    page: Page,
    square: Locator,
    [across, down]: readonly [number, number] = POINTS[0],
  ): Promise<void> {
    await square.scrollIntoViewIfNeeded();
    const box = await square.locator('.touch').boundingBox();
    if (!box) throw new Error('the square is not on the screen');
    await page.touchscreen.tap(box.x + across * box.width, box.y + down * box.height);
  }

  const playedMore = (page: Page, than: number) =>
    page.waitForFunction((count) => document.querySelectorAll('.moves ol li').length > count, than, {
      timeout: 10_000,
    });

  for (const game of [
    'reversi-8x8',
    'reversi-6x6',
    'reversi-4x4',
    'reversi-10x10',
    'reversi-88',
    'reversi-octagon',
    'reversi-nipp',
    'yonin',
  ]) {
    it(`plays ${game} by taps on the mark and beside it`, async () => {
      const { page, complaints } = await phone();
      await begin(page, server.address, { game, seating: 'All on this device' });
      for (const point of POINTS) {
        const before = await moveCount(page);
        await tap(page, openCells(page).first(), point);
        await playedMore(page, before);
      }
      expect(complaints).toEqual([]);
    });
  }

  for (const game of ['reversi-8x8', 'yonin', 'yonin-shogi']) {
    it(`answers a tap on a square that cannot be played without hiding any of ${game}`, async () => {
      const { page } = await phone();
      await begin(page, server.address, { game, seating: 'Me against AIs' });
      const board = await page.locator('[role=grid] .frame').boundingBox();
      await page.locator('[role=gridcell]:not(.open)').first().tap();
      const answer = await page.locator('.answer').boundingBox();
      expect((answer?.y ?? 0) >= 0 && (answer?.y ?? 0) + (answer?.height ?? 0) <= (board?.y ?? 0)).toBe(true);
      // Nor does it move.
      expect(await page.locator('[role=grid] .frame').boundingBox()).toEqual(board);
    });
  }

  it('asks before a move without hiding any of the board', async () => {
    const { page } = await openPage(stage.browser, {
      width: 360,
      height: 740,
      touch: true,
      settings: { confirm: true },
    });
    await begin(page, server.address, { game: 'yonin', seating: 'All on this device' });
    await openCells(page).first().tap();
    const board = await page.locator('[role=grid] .frame').boundingBox();
    const ask = await page.getByRole('group', { name: /^Play \w\d\?/ }).boundingBox();
    expect(ask?.y).toBeGreaterThanOrEqual((board?.y ?? 0) + (board?.height ?? 0));
    await page.getByRole('button', { name: /^Play here/ }).tap();
    await playedMore(page, 0);
  });

  it('moves, promotes and drops pieces by taps', async () => {
    const { page, complaints } = await phone();
    await begin(page, server.address, { game: 'yonin-shogi', start: MATE, seating: 'All on this device' });
    const piece = (square: string) => cell(page, pieceCell(square));
    const move = async (from: string, to: string, point: readonly [number, number]) => {
      await tap(page, piece(from), point);
      await page.waitForSelector(`[data-cell="${pieceCell(from)}"][aria-selected=true]`, { timeout: 10_000 });
      await tap(page, piece(to), point);
    };

    // Onto an empty square with a choice to promote, then onto empty squares from all sides.
    await move('9c', '8d', POINTS[0]);
    await page.getByRole('dialog').getByRole('button', { name: 'Promote', exact: true }).tap();
    await page.getByRole('gridcell', { name: /8d, promoted silver, South/ }).waitFor({ timeout: 10_000 });
    for (const [seat, from, to, point] of [
      ['West', '9i', '9h', POINTS[1]],
      ['East', '1e', '1d', POINTS[2]],
    ] as const) {
      await banner(page).getByText(`${seat} to move`).waitFor();
      await move(from, to, point);
    }

    await banner(page).getByText('South to move').waitFor();
    await page.getByRole('button', { name: '1 × pawn' }).tap();
    await tap(page, piece('4e'), POINTS[0]);
    await page.getByRole('gridcell', { name: /4e, pawn, South/ }).waitFor({ timeout: 10_000 });

    // West's rook takes the pawn of North that South inherited: the mark is a frame around a piece.
    await banner(page).getByText('West to move').waitFor();
    await move('9f', '4f', POINTS[3]);
    await page.getByRole('gridcell', { name: /4f, rook, West/ }).waitFor({ timeout: 10_000 });
    expect(complaints).toEqual([]);
  });

  it('is told of keys only where there are some', async () => {
    const named = /^(Keys|キー操作|キーの つかいかた)$/;
    for (const game of ['reversi-8x8', 'yonin-shogi']) {
      const { page } = await phone();
      await begin(page, server.address, { game, seating: 'All on this device' });
      const tools = page.getByRole('toolbar');
      expect(await tools.getByRole('button').count()).toBeGreaterThan(3);
      expect(await tools.getByRole('button', { name: named }).count()).toBe(0);

      const desk = await openPage(stage.browser);
      await begin(desk.page, server.address, { game, seating: 'All on this device' });
      for (const writing of WRITINGS) {
        await rewrite(desk.page, writing);
        const list = desk.page.getByRole('dialog', { name: named });
        const square = game === 'yonin-shogi' ? '9a … 1i' : 'a1 … h8';
        // By the key itself, and by who sees the button.
        await desk.page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'gridcell');
        await desk.page.keyboard.press('?');
        await list.getByText(square).waitFor();
        await desk.page.keyboard.press('Escape');
        await list.waitFor({ state: 'detached' });
        await desk.page.getByRole('toolbar').getByRole('button', { name: named }).click();
        await list.getByText(square).waitFor();
        expect(await list.getByRole('row').count()).toBe(14);
        for (const key of ['Enter', 'Esc', 't', 'u', 'x', '?', 'w', 'l', 's', 'm'])
          expect(await list.getByText(key, { exact: true }).count(), key).toBe(1);
        await desk.page.keyboard.press('Escape');
        await list.waitFor({ state: 'detached' });
      }
      expect(desk.complaints).toEqual([]);
    }
  });
});
