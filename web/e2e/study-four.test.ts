// Four people at one table in real browsers: they wait for each other, sit down together, and when one
// closes the page a program takes the seat and the table is flagged on the experimenter's page.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, launch, openPage } from './browser';
import { startStudy, type RunningStudy } from './study-server';

let browser: Browser;
let study: RunningStudy;

beforeAll(async () => {
  study = await startStudy('yonin', (text) =>
    text
      .replaceAll('"level-yonin-3"', '"random"')
      .replace('moves = 2', 'moves = 1')
      .replace('reply = 0.6', 'reply = 0.05')
      .replace('wait = 120', 'wait = 2')
      .replace('grace = 60', 'grace = 2'),
  );
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await study?.stop();
});

const heading = (page: Page) => page.locator('main h2').first();

/** From the link to the place where one waits for the others. */
async function toTheTable(): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await openPage(browser, { width: 390, height: 800, touch: true });
  await page.goto(study.link);
  await page.getByRole('button', { name: 'I agree and take part' }).click();
  await page.locator('form fieldset label').nth(2).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('You may not place in the quarter of the seat opposite you').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  // The program in the other seats may move first.
  await page.locator('[role=gridcell].open').first().click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText("the opponent's discs between").click();
  await page.getByRole('button', { name: 'Next' }).click();
  return { page, complaints };
}

/** Plays wherever it is somebody's turn, until so many moves were made. */
async function play(pages: Page[], moves: number): Promise<void> {
  let done = 0;
  for (let tries = 0; tries < 600; tries++) {
    for (const page of pages) {
      const open = page.locator('[role=gridcell].open').first();
      if (!(await open.isVisible())) continue;
      const clicked = await open.click({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
      if (clicked && ++done >= moves) return;
    }
    await pages[0]?.waitForTimeout(30);
  }
  throw new Error('nobody can move');
}

describe('four people', () => {
  it('sit down together, and go on when one leaves', async () => {
    const first = await toTheTable();
    await first.page.getByRole('heading', { name: 'Waiting for others' }).waitFor();
    await first.page.getByText('1 of 4 people are here').waitFor();
    await expectAccessible(first.page, 'waiting');
    // A way out of waiting, which nobody has to take.
    await first.page.getByRole('button', { name: 'Begin with programs' }).waitFor();
    const others = [await toTheTable(), await toTheTable(), await toTheTable()];
    const everybody = [first, ...others];
    const pages = everybody.map(({ page }) => page);
    for (const page of pages) await expect.poll(() => heading(page).innerText()).toBe('Game 1 of 2');
    await expectAccessible(first.page, 'four at a table');
    await play(pages, 6);

    await others[2]?.page.context().close();
    await play(pages.slice(0, 3), 9);
    const { page: desk, complaints } = await openPage(browser);
    await desk.goto(study.desk);
    await desk.getByText('a program at the table').first().waitFor();
    expect(await desk.getByText('a program at the table').count()).toBe(3);
    await expectAccessible(desk, 'desk with a table of four');
    expect(complaints).toEqual([]);
    for (const person of everybody.slice(0, 3)) expect(person.complaints).toEqual([]);
  });
});
