// What participants meet besides the way through a study: the next person at the same screen, small screens,
// and a pause in the middle of a question.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, openPage } from './browser';
import { small, startStudy, type RunningStudy } from './study-server';

let browser: Browser;
let study: RunningStudy;

/** P2's study at its full size, against players that do not think. */
const quick = (text: string) => small(text).replaceAll('"reversi-4x4"', '"othello"');

beforeAll(async () => {
  study = await startStudy('p2', quick);
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await study?.stop();
});

/** What the experimenter's page would send. */
async function order(what: object, desk = study.desk): Promise<Response> {
  const { origin, hash } = new URL(desk);
  return fetch(`${origin}/api/study/desk`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Study-Desk': hash.replace('#desk=', ''), Origin: origin },
    body: JSON.stringify(what),
  });
}

const AGREE = { en: 'I agree and take part', ja: '同意して参加する' };

async function agree(page: Page, language: 'en' | 'ja' = 'en'): Promise<string> {
  await page.getByRole('button', { name: AGREE[language] }).click();
  return page.locator('.code strong').innerText();
}

/** Goes on until something is asked at a move. */
async function toQuestions(page: Page): Promise<void> {
  for (let steps = 0; steps < 200; steps++) {
    const asked = page.locator('.strip .options button:not([disabled])');
    const open = page.locator('[role=gridcell].open');
    if (await asked.count()) return;
    if (await open.count()) await open.first().click();
    else if (await page.locator('form fieldset').count()) {
      await page.locator('form fieldset label').first().click();
      await page.locator('form button.primary').click();
    } else if (await page.locator('main button.primary').count())
      await page.locator('main button.primary').first().click();
    await page.waitForTimeout(100);
  }
  throw new Error('nothing is asked');
}

const wide = (code: string) =>
  code.replaceAll(/[A-Z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));

const SIZES = [
  [360, 740],
  [740, 360],
  [568, 320],
  [320, 568],
  [1280, 800],
] as const;

/** All that a question needs is on the screen. */
async function expectInside(page: Page, [width, height]: (typeof SIZES)[number], asked: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => scrollTo(0, 0));
  const places = await page.evaluate(() =>
    ['.strip .ask', '.strip .options button', '[role=grid]', '.place'].flatMap((each) =>
      Array.from(document.querySelectorAll(each), (found) => {
        const { top, bottom, left, right } = found.getBoundingClientRect();
        const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        return { each, inside, top, bottom, left, right };
      }),
    ),
  );
  expect(places.length, asked).toBe(8);
  const outside = places.filter((place) => !place.inside);
  expect(outside, `${width}x${height}: ${asked}`).toEqual([]);
}

describe('a study', () => {
  it('belongs to whoever comes by the link, also in a tab where somebody else was', async () => {
    const codes = (await (await order({ kind: 'sheet', count: 2 })).json()) as string[];
    const { page, complaints } = await openPage(browser);
    const shown = page.locator('.code strong');
    const entry = page.getByRole('button', { name: AGREE.en });
    // Who tried it out goes on after a reload, and is nobody by the link for participants.
    await page.goto(study.test);
    const tester = await agree(page);
    await page.reload();
    expect(await shown.innerText()).toBe(tester);
    await page.goto(study.link);
    await entry.waitFor();
    const first = await agree(page);
    expect(first).not.toBe(tester);
    // A card from the sheet is somebody else, however its code is written.
    await page.goto(`${study.link}?code=${codes[0]}`);
    await page.getByText(`Your code is ${codes[0]}`).waitFor();
    expect(await agree(page)).toBe(codes[0]);
    await page.reload();
    expect(await shown.innerText()).toBe(codes[0]);
    await page.goto(`${study.link}?code=${wide(codes[0] ?? '')}`);
    expect(await shown.innerText()).toBe(codes[0]);
    await page.goto(study.link);
    expect(await shown.innerText()).toBe(codes[0]);
    await page.goto(study.test);
    await entry.waitFor();
    await page.getByLabel('I already have a code').fill(wide(first.toLowerCase()));
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await shown.innerText()).toBe(first);
    // Whoever is at the end makes room for the next.
    expect((await order({ kind: 'free', code: first })).status).toBe(204);
    await page.getByText('Your part has ended').waitFor();
    await page.getByRole('button', { name: 'Somebody else takes part here' }).click();
    await entry.waitFor();
    await page.reload();
    await entry.waitFor();
    expect(complaints).toEqual([]);
  });

  it('asks beside the board on screens of any size, where nobody has to scroll', async () => {
    for (const language of ['en', 'ja'] as const) {
      const { page, context } = await openPage(browser, { width: 360, height: 740, language, touch: true });
      await page.goto(study.link);
      await agree(page, language);
      const seen = new Set<string>();
      for (let moves = 0; seen.size < 2 && moves < 8; moves++) {
        await toQuestions(page);
        const asked = await page.locator('.strip .ask').innerText();
        if (!seen.has(asked)) for (const size of SIZES) await expectInside(page, size, asked);
        seen.add(asked);
        await page.setViewportSize({ width: 360, height: 740 });
        await page.locator('.strip .options button').first().click();
      }
      expect(seen.size, language).toBe(2);
      await context.close();
    }
  });

  it('waits for an answer anew after a pause, in which nobody answers', async () => {
    const patient = await startStudy('p2', (text) => small(text).replace('answer = 60', 'answer = 2'));
    try {
      const { page, complaints } = await openPage(browser);
      await page.goto(patient.link);
      await agree(page);
      await toQuestions(page);
      const asked = await page.locator('.strip .ask').innerText();
      await order({ kind: 'pause' }, patient.desk);
      await page.getByText('The study pauses').waitFor();
      await page.waitForTimeout(3000);
      expect(await page.locator('.strip .ask').innerText()).toBe(asked);
      expect(await page.locator('.strip .options button:not([disabled])').count()).toBe(0);
      await order({ kind: 'continue' }, patient.desk);
      // Nobody answers, and it goes on.
      await expect.poll(() => page.locator('.strip .ask').count(), { timeout: 20_000 }).toBe(0);
      expect(complaints).toEqual([]);
    } finally {
      await patient.stop();
    }
  });
});
