// P2's study from the link to the end in a real browser, on a small board against players that do not
// think: by mouse with a reload and a change of device in the middle, and by keyboard alone.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudyView } from '../src/protocol';
import { expectAccessible, launch, openPage } from './browser';
import { small, startStudy, type RunningStudy } from './study-server';

let study: RunningStudy;
let browser: Browser;
let link = '';
let desk = '';

beforeAll(async () => {
  study = await startStudy('p2', small);
  ({ link, desk } = study);
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await study?.stop();
});

type Where = 'question' | 'strip' | 'board' | 'next' | 'done' | 'wait';

/** What there is to do on the page now. */
function where(page: Page): Promise<Where> {
  return page.evaluate(() => {
    if (document.body.innerText.includes('You may close this page now')) return 'done';
    if (document.querySelector('.strip .options button:not([disabled])')) return 'strip';
    if (document.querySelector('form fieldset, form textarea')) return 'question';
    if (document.querySelector('[role=gridcell].open')) return 'board';
    if (document.querySelector('main button.primary:not([disabled])')) return 'next';
    return 'wait';
  });
}

/** A number that changes whenever the page does something. */
const picture = (page: Page) => page.evaluate(() => document.querySelector('main')?.innerText ?? '');

/** Waits until the page has changed, or a moment. */
async function changed(page: Page, before: string): Promise<void> {
  await page
    .waitForFunction((text) => (document.querySelector('main')?.innerText ?? '') !== text, before, { timeout: 3000 })
    .catch(() => {});
}

/** Does what there is to do; a page that moved on meanwhile is looked at again. */
async function step(page: Page, act: (page: Page) => Promise<Where>): Promise<Where> {
  const before = await picture(page);
  try {
    return await act(page);
  } catch (error) {
    if ((await picture(page)) === before) throw error;
    return 'wait';
  }
}

async function byMouse(page: Page): Promise<Where> {
  const now = await where(page);
  let before = await picture(page);
  if (now === 'strip') await page.locator('.strip .options button').first().click();
  else if (now === 'board') await page.locator('[role=gridcell].open').first().click();
  else if (now === 'next') await page.locator('main button.primary').first().click();
  else if (now === 'question') {
    const words = page.locator('form textarea');
    if (await words.count()) await words.fill('<b>hostile</b> =1+1');
    else if (await page.getByText("the opponent's discs between").count())
      await page.getByText("the opponent's discs between").click();
    else await page.locator('form fieldset label').first().click();
    // Letters that are left change with what is typed: that is not the next page yet.
    before = await picture(page);
    await page.getByRole('button', { name: 'Next' }).click();
  }
  if (now !== 'done') await changed(page, before);
  return now;
}

async function focusOn(page: Page, test: string): Promise<void> {
  for (let tabs = 0; tabs < 60; tabs++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, test)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way to ${test} by keyboard`);
}

async function byKeyboard(page: Page): Promise<Where> {
  const now = await where(page);
  let before = await picture(page);
  if (now === 'strip') await page.keyboard.press('1');
  else if (now === 'next') {
    await focusOn(page, 'main button.primary');
    await page.keyboard.press('Enter');
  } else if (now === 'board') {
    await focusOn(page, '[role=gridcell]');
    await page.keyboard.press('m');
    const said = await page.locator('[data-said]').getAttribute('data-said');
    const square = /place on: (\w\d)/.exec(said ?? '')?.[1] ?? '';
    await page.keyboard.type(square);
    await page.keyboard.press('Enter');
  } else if (now === 'question') {
    if (await page.locator('form textarea').count()) {
      await focusOn(page, 'textarea');
      await page.keyboard.type('by keyboard');
    } else {
      await focusOn(page, 'form input[type=radio]');
      await page.keyboard.press('Space');
    }
    before = await picture(page);
    await focusOn(page, 'form button.primary');
    await page.keyboard.press('Enter');
  }
  if (now !== 'done') await changed(page, before);
  return now;
}

/** Who is where, before and after a reload. */
async function reloaded(page: Page): Promise<{ before: string; after: string }> {
  const here = async () =>
    `${await page.locator('.code strong').innerText()} ${await page.locator('h2').first().innerText()}`;
  const before = await here();
  await page.reload();
  await page.locator('h2').first().waitFor();
  return { before, after: await here() };
}

/** Does one thing while the network is gone: it is sent as soon as it is back. */
async function withoutNetwork(page: Page): Promise<void> {
  while ((await where(page)) === 'wait') await page.waitForTimeout(20);
  await page.context().setOffline(true);
  const before = await picture(page);
  await step(page, byMouse);
  await page.getByText('The connection is lost').waitFor();
  await page.context().setOffline(false);
  await page.getByText('The connection is lost').waitFor({ state: 'detached' });
  await expect.poll(() => picture(page)).not.toBe(before);
}

/** Goes on with a small touch screen that knows nothing but the code. */
async function elsewhere(code: string): Promise<Page> {
  const { page } = await openPage(browser, { width: 390, height: 800, touch: true });
  await page.goto(link);
  await page.getByLabel('I already have a code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.code strong').waitFor();
  return page;
}

describe('a study', () => {
  it('is gone through by mouse, with a reload and on another device, and is accessible', async () => {
    const first = await openPage(browser);
    let page = first.page;
    const wire: string[] = [];
    page.on('websocket', (socket) => {
      if (socket.url().includes('/api/study')) socket.on('framereceived', ({ payload }) => wire.push(String(payload)));
    });
    page.on('response', (response) => {
      if (response.url().includes('/api/study/act'))
        void response.text().then(
          (text) => wire.push(text),
          () => {},
        );
    });
    await page.goto(link);
    await page.getByRole('button', { name: 'I agree and take part' }).waitFor();
    await expectAccessible(page, 'entry');
    await page.getByRole('button', { name: 'I agree and take part' }).click();
    const code = await page.locator('.code strong').innerText();
    expect(code).toMatch(/^[A-Z]{7}$/);
    const seen = new Set<Where>();
    const pages = new Set<string>();
    const places: { before: string; after: string }[] = [];
    let moves = 0;
    let figures = '';
    for (let steps = 0; steps < 600; steps++) {
      const now = await where(page);
      seen.add(now);
      // Every page once, whatever game it is about.
      const heading = await page.evaluate(() => document.querySelector('main h2')?.textContent ?? '');
      const name = `${now}: ${heading.replaceAll(/\d/g, 'n')}`;
      if (!pages.has(name)) {
        pages.add(name);
        await expectAccessible(page, name);
        if (heading === 'What this study was about')
          figures = (await page.locator('details thead').first().textContent()) ?? '';
      }
      if (now === 'done') break;
      if ((await step(page, byMouse)) === 'board') moves++;
      if (moves === 4) {
        moves++;
        places.push(await reloaded(page));
      }
      if (moves === 6) {
        moves++;
        await withoutNetwork(page);
      }
      if (moves === 8) {
        moves++;
        page = await elsewhere(code);
        await first.context.close();
      }
    }
    expect(await where(page)).toBe('done');
    expect(places).toEqual([{ before: expect.stringContaining(code), after: places[0]?.before }]);
    expect([...seen].toSorted()).toEqual(expect.arrayContaining(['board', 'next', 'question', 'strip']));
    for (const name of ['How to play', 'Practice', 'Game n of n', 'Take a break', 'What this study was about'])
      expect([...pages].join('\n')).toContain(name);
    // What the curves show is there as figures, too.
    expect(figures).toContain('its evaluation');
    // Until the debrief nothing on the wire tells who the opponents are.
    const early = wire.filter((text) => !text.includes('"kind":"debrief"'));
    expect(early.length).toBeGreaterThan(5);
    for (const text of early) expect(text).not.toMatch(/flat-ucb|random|winning|entertaining/);
    // No reply is on the wire, by HTTP or by the socket, before the questions at the own move are answered.
    const views = early.filter((text) => text.startsWith('{"code"')).map((text) => JSON.parse(text) as StudyView);
    const steps = views.map((view) => view.step).filter((each) => each.kind === 'play');
    const held = steps.filter((each) => each.asked.length > 0);
    expect(held.length).toBeGreaterThan(5);
    for (const { plies, askedPly, seat, position } of held) {
      expect(plies.length).toBe(askedPly);
      expect(plies.at(-1)?.seat).toBe(seat);
      expect(position.ply).toBe(askedPly);
    }
    expect(first.complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  it('is gone through by keyboard alone', async () => {
    const { page, complaints } = await openPage(browser);
    await page.goto(link);
    await page.getByRole('button', { name: 'I agree and take part' }).waitFor();
    await focusOn(page, 'button.primary');
    await page.keyboard.press('Enter');
    await page.locator('.code strong').waitFor();
    for (let steps = 0; steps < 800 && (await step(page, byKeyboard)) !== 'done'; steps++);
    expect(await where(page)).toBe('done');
    expect(complaints).toEqual([]);
  });

  it('shows games again where it asks afterwards, and turns away whom a quota does not want', async () => {
    const quota = 'quota = [{ where = "strength <= 3", people = 1 }]';
    const asking = await startStudy('asking', (text) =>
      small(text.replaceAll('"p2-entertaining"', '"random"')).replace('games-each', `${quota}\ngames-each`),
    );
    try {
      const enter = async () => {
        const opened = await openPage(browser, { width: 390, height: 800, touch: true });
        await opened.page.goto(asking.link);
        await opened.page.getByRole('button', { name: 'I agree and take part' }).click();
        await opened.page.locator('form fieldset').waitFor();
        return opened;
      };
      const { page, complaints } = await enter();
      const again = page.getByRole('heading', { name: 'Look at the game again' });
      for (let steps = 0; steps < 600 && !(await again.isVisible()); steps++) await step(page, byMouse);
      await again.waitFor();
      await expectAccessible(page, 'replay');
      const late = await enter();
      await step(late.page, byMouse);
      await late.page.getByText('All places are taken').waitFor();
      await expectAccessible(late.page, 'turned away');
      expect([...complaints, ...late.complaints]).toEqual([]);
    } finally {
      await asking.stop();
    }
  });

  it('is watched from the desk, which tells no outcome', async () => {
    const { page, complaints } = await openPage(browser);
    await page.goto(link.replace('/study', '/study/desk'));
    await page.getByRole('alert').waitFor();
    await page.goto(desk);
    await page.reload();
    await page.getByRole('heading', { name: 'People' }).waitFor();
    await expectAccessible(page, 'desk');
    expect(await page.locator('tbody').last().locator('tr').count()).toBe(2);
    expect(await page.locator('main').innerText()).not.toMatch(/\bwin\b|\bloss\b|won|lost\b.*game/);
    await page.getByRole('button', { name: 'For the projector' }).click();
    await page.locator('svg.qr').waitFor();
    await expectAccessible(page, 'projector');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.evaluate(() => (globalThis.print = () => {}));
    await page.getByLabel('How many').fill('4');
    await page.getByRole('button', { name: 'Print codes' }).click();
    await page.locator('.card').nth(3).waitFor();
    await expectAccessible(page, 'code sheet');
    // A code from the sheet leads to the consent and no further, whatever way it is brought.
    const code = await page.locator('.card strong').first().innerText();
    const guest = await openPage(browser);
    await guest.page.goto(`${link}?code=${code}`);
    await guest.page.getByText(`Your code is ${code}`).waitFor();
    await expectAccessible(guest.page, 'entry with a code');
    await guest.page.getByRole('button', { name: 'I agree and take part' }).click();
    expect(await guest.page.locator('.code strong').innerText()).toBe(code);
    const row = page.locator('tr', { hasText: code });
    await row.getByText('questions before').waitFor();
    await page.getByRole('button', { name: 'Pause all' }).click();
    await guest.page.getByText('The study pauses').waitFor();
    await expectAccessible(guest.page, 'paused');
    await page.getByRole('button', { name: 'Continue all' }).click();
    await guest.page.getByText('The study pauses').waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'More time' }).click();
    await row.getByRole('button', { name: 'Mark as test' }).click();
    await row.getByRole('button', { name: 'Yes' }).click();
    await row.getByText('test', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'End, free the cell' }).click();
    await row.getByRole('button', { name: 'Yes' }).click();
    await guest.page.getByText('Your part has ended').waitFor();
    await expectAccessible(guest.page, 'ended');
    await guest.page.getByRole('button', { name: 'Delete my data' }).click();
    await guest.page.getByRole('button', { name: 'Delete everything' }).click();
    await guest.page.getByText('Everything was deleted').waitFor();
    await expectAccessible(guest.page, 'withdrawn');
    await page.getByText(code).first().waitFor();
    // Who does not agree may play, and nobody sees it here.
    const visitor = await openPage(browser, { width: 390, height: 800, touch: true });
    await visitor.page.goto(link);
    await visitor.page.getByRole('button', { name: 'I do not take part' }).click();
    await expectAccessible(visitor.page, 'declined');
    await visitor.page.getByRole('button', { name: 'Play without taking part' }).click();
    await visitor.page.getByText('Nothing is recorded').waitFor();
    await visitor.page.getByRole('button', { name: 'Continue' }).click();
    await visitor.page.locator('[role=gridcell].open').first().click();
    await visitor.page.reload();
    await visitor.page.getByText('Nothing is recorded').waitFor();
    await visitor.page.locator('[role=gridcell]').first().waitFor();
    await expectAccessible(visitor.page, 'playing without taking part');
    expect(await visitor.page.getByRole('button', { name: 'Delete my data' }).count()).toBe(0);
    await page.getByText('1 did not agree').waitFor();
    expect(await page.locator('tbody').last().locator('tr').count()).toBe(2);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
    await page.getByRole('button', { name: 'Close the study' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    const late = await openPage(browser);
    await late.page.goto(link);
    await late.page.getByText('This study is closed').waitFor();
    await expectAccessible(late.page, 'closed');
    expect(complaints.filter((text) => !text.includes('403'))).toEqual([]);
  });
});
