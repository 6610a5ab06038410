// P2's study from the link to the end in a real browser, on a small board against players that do not
// think: by mouse with a reload and a change of device in the middle, and by keyboard alone.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, launch, openPage } from './browser';
import { program } from './server';

const folder = mkdtempSync(join(tmpdir(), 'kaesu-study-'));

function studyFile(): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../studies/p2.toml'), 'utf8');
  const file = join(folder, 'small.toml');
  const small = text
    .replaceAll('"othello"', '"reversi-4x4"')
    .replace('"p2-winning"', '"random"')
    .replace('"p2-entertaining"', '"flat-ucb"')
    .replace('reply = 1.2', 'reply = 0.05');
  writeFileSync(file, small);
  return file;
}

let child: ChildProcess | undefined;
let browser: Browser;
let link = '';
let desk = '';

beforeAll(async () => {
  const data = join(folder, 'data');
  const wanted = ['study', 'run', studyFile(), '--folder', data, '--listen', '127.0.0.1:0', '--no-open', '--rate', '0'];
  child = spawn(program(), wanted, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    link = /Participants open (\S+)/.exec(said)?.[1] ?? '';
    desk = /experimenter's page is (\S+)/.exec(said)?.[1] ?? '';
    if (link && desk) break;
  }
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  if (child && child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
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
  const [now, before] = [await where(page), await picture(page)];
  if (now === 'strip') await page.locator('.strip .options button').first().click();
  else if (now === 'board') await page.locator('[role=gridcell].open').first().click();
  else if (now === 'next') await page.locator('main button.primary').first().click();
  else if (now === 'question') {
    const words = page.locator('form textarea');
    if (await words.count()) await words.fill('<b>hostile</b> =1+1');
    else if (await page.getByText("the opponent's discs between").count())
      await page.getByText("the opponent's discs between").click();
    else await page.locator('form fieldset label').first().click();
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
  const [now, before] = [await where(page), await picture(page)];
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
    const places: { before: string; after: string }[] = [];
    let moves = 0;
    for (let steps = 0; steps < 600; steps++) {
      const now = await where(page);
      if (!seen.has(now)) {
        seen.add(now);
        await expectAccessible(page, now);
      }
      if (now === 'done') break;
      if ((await step(page, byMouse)) === 'board') moves++;
      if (moves === 4) {
        moves++;
        places.push(await reloaded(page));
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
    // Until the debrief nothing on the wire tells who the opponents are.
    const early = wire.filter((text) => !text.includes('"kind":"debrief"'));
    expect(early.length).toBeGreaterThan(5);
    for (const text of early) expect(text).not.toMatch(/flat-ucb|random|winning|entertaining/);
    expect(first.complaints).toEqual([]);
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
    expect(complaints.filter((text) => !text.includes('403'))).toEqual([]);
  });
});
