// What people do at a table, in a few words.

import type { Locator, Page } from 'playwright-core';

export const cell = (page: Page, index: number): Locator => page.locator(`[role=gridcell][data-cell="${index}"]`);
export const openCells = (page: Page): Locator => page.locator('[role=gridcell].open');
export const banner = (page: Page): Locator => page.locator('.banner .turn');
export const moveCount = (page: Page): Promise<number> => page.locator('.moves ol li').count();

/** The cell of a square of a board of pieces, `9a` to `1i`. */
export function pieceCell(square: string): number {
  return (square.charCodeAt(1) - 97) * 9 + (9 - Number(square[0]));
}

/** The cell of a square of an 8×8 board. */
export function discCell(square: string): number {
  return (Number(square[1]) - 1) * 8 + square.charCodeAt(0) - 97;
}

export async function isOver(page: Page): Promise<boolean> {
  return (await page.locator('section.end').count()) > 0;
}

/** Words that stand in more than one line, or are cut at the edge of what they stand in. */
export const brokenWords = (all: Locator): Promise<string[]> =>
  all.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const around = node.parentElement!;
        const isCut = getComputedStyle(around).overflowX !== 'visible' && around.scrollWidth > around.clientWidth + 1;
        for (const word of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange();
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1 || isCut) found.push(word[0]);
        }
      }
      return found;
    }),
  );

/** Waits until one may move here or the game is over; true if one may. */
export async function myTurn(page: Page): Promise<boolean> {
  await page.waitForFunction(
    () => document.querySelector('.banner.mine') !== null || document.querySelector('section.end') !== null,
  );
  return !(await isOver(page));
}

/** Plays so many moves at a device that all share, and gives up. */
export async function playAndResign(page: Page, moves: number): Promise<void> {
  for (let move = 0; move < moves; move++) {
    await openCells(page).first().click();
    await page.waitForFunction((count) => document.querySelectorAll('.moves ol li').length > count, move);
  }
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await page.locator('section.end').waitFor();
}

/** Everybody at this device resigns in turn, by touch, until the game is over. */
export async function everybodyResigns(page: Page): Promise<void> {
  const end = page.locator('section.end');
  while ((await end.count()) === 0) {
    const turn = page.locator('.plate.turn');
    const resigning = await turn.getAttribute('aria-label');
    await page.getByRole('toolbar').getByRole('button', { name: 'Resign', exact: true }).tap();
    await page.getByRole('button', { name: 'Yes, resign' }).tap();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // It is somebody else's turn, or over, a moment later.
    await page.waitForFunction(
      (before) =>
        document.querySelector('section.end') ??
        [...document.querySelectorAll('.plate.turn')].some((plate) => plate.getAttribute('aria-label') !== before),
      resigning,
    );
  }
}

/** Starts a game on the set-up page and returns when the board is there. */
export async function begin(
  page: Page,
  address: string,
  options: {
    game: string;
    start?: string;
    seating: 'Me against AIs' | 'All on this device' | 'Me and friends by link';
  },
): Promise<void> {
  const start = options.start ? `&start=${encodeURIComponent(options.start)}` : '';
  await page.goto(`${address}/new?game=${encodeURIComponent(options.game)}${start}`);
  await page.getByRole('button', { name: options.seating }).click();
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.waitForSelector('[role=grid]');
}
