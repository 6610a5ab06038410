import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from './browser';
import { useStage } from './stage';
import { banner, begin, isOver, moveCount, openCells } from './table';

describe('Yonin for four people', () => {
  const stage = useStage();
  const { server } = stage;

  /** Whoever's turn it is plays one move; all others see it. */
  async function playOne(pages: Page[]): Promise<boolean> {
    const first = pages[0] as Page;
    const before = await moveCount(first);
    for (let round = 0; round < 100; round++) {
      if (await isOver(first)) return false;
      for (const page of pages) {
        if ((await page.locator('.banner.mine').count()) === 0) continue;
        await openCells(page).first().click();
        await Promise.all(
          pages.map((each) =>
            each.waitForFunction((count) => document.querySelectorAll('.moves ol li').length > count, before),
          ),
        );
        return true;
      }
      // An AI thinks, or a pass is on its way.
      await first.waitForTimeout(50);
      if ((await moveCount(first)) > before) return true;
    }
    throw new Error(`nobody can move: ${await banner(first).innerText()}`);
  }

  it('goes through one room: one reloads, one leaves and an AI sits in', async () => {
    const names = ['Aya', 'Ben', 'Chie', 'Dai'];
    const tables = await Promise.all(names.map((name) => openPage(stage.browser, { settings: { name } })));
    const pages = tables.map(({ page }) => page);
    const [aya, ben, chie, dai] = pages as [Page, Page, Page, Page];
    await begin(aya, server.address, { game: 'yonin', seating: 'Me and friends by link' });
    await banner(aya).getByText('Waiting for players').waitFor();
    const link = await aya.getByLabel('Link to this table').inputValue();
    expect(link).toMatch(/\/r\/[0-9a-f]{32}$/);
    await aya.getByRole('img', { name: 'QR code of the link' }).waitFor();
    for (const [page, seat] of [
      [ben, 2],
      [chie, 3],
      [dai, 4],
    ] as const) {
      await page.goto(link);
      await page.getByRole('button', { name: `Sit down at Seat ${seat}` }).click();
    }
    // Everybody goes by their name.
    await banner(aya).getByText('Your turn', { exact: true }).waitFor();
    await banner(ben).getByText('Aya to move', { exact: true }).waitFor();
    // Everybody sees everybody's name, and sits at the bottom of the own screen.
    for (const [index, page] of pages.entries()) {
      for (const name of names) await page.locator('.plate').getByText(name).waitFor();
      await page
        .locator('.place.bottom-left')
        .getByText(`Seat ${index + 1}`)
        .waitFor();
      expect(await page.locator('.place.bottom-left .plate').getAttribute('aria-label')).toContain('bottom left');
    }
    for (let move = 0; move < 9; move++) await playOne(pages);

    // A reload in the middle: the seat is still there.
    await ben.reload();
    await ben.locator('.plate').getByText('· you').waitFor();
    const count = await moveCount(aya);
    await ben.waitForFunction((moves) => document.querySelectorAll('.moves ol li').length === moves, count);
    for (let move = 0; move < 5; move++) await playOne(pages);

    // One leaves; after the grace time the others let an AI play on in his name.
    await tables[3]!.context.close();
    await aya.getByRole('button', { name: /Dai · Away for long: let an AI/ }).click();
    await aya.locator('.plate').getByText('Dai · Pon').waitFor();
    const rest = [aya, ben, chie];
    // What is done in his name is told at the table.
    const told = aya.locator('.banner .news').getByText('Pon moved for Dai.');
    let times = 0;
    do times += await told.count();
    while (await playOne(rest));
    expect(times).toBeGreaterThan(0);
    for (const page of rest) {
      expect(await page.locator('.end tbody tr').count()).toBe(4);
      expect(await page.locator('.end .rank').first().innerText()).toBe('1st');
    }
    for (const { complaints } of tables) expect(complaints).toEqual([]);
  });

  it('shows the quarter where one may not place, and to spectators whose turn it is', async () => {
    const { page, complaints } = await openPage(stage.browser);
    await page.goto(server.address);
    await page.getByRole('button', { name: 'Play: Yonin', exact: true }).click();
    await page.locator('.forbidden').waitFor();
    expect(await page.getByRole('gridcell', { name: /not for you/ }).count()).toBe(15);
    const watcher = await openPage(stage.browser);
    await watcher.page.goto(page.url());
    await watcher.page.getByText('You are watching.').waitFor();
    await page.getByText('1 spectator').waitFor();
    expect(await watcher.page.locator('.forbidden').count()).toBe(0);
    expect([...complaints, ...watcher.complaints]).toEqual([]);
  });

  it('tells what moves are worth so finely that they differ', async () => {
    const { page, complaints } = await openPage(stage.browser, { settings: { evaluation: true } });
    await begin(page, server.address, {
      game: 'yonin',
      start: 'd3e3f4c5c6d2d6f6b5g4f5d7',
      seating: 'Me against AIs',
    });
    const values = page.locator('[role=grid] text.value');
    await expect.poll(() => values.count(), { timeout: 60_000 }).toBe(await openCells(page).count());
    const told = await values.allTextContents();
    expect(told.length).toBeGreaterThanOrEqual(7);
    expect(new Set(told).size).toBeGreaterThan(told.length / 2);
    for (const value of told) expect(value).toMatch(/^[1-4]\.\d\d$/);
    expect(complaints).toEqual([]);
  });
});
