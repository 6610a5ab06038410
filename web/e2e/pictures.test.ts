// A few screens beside pictures of them that somebody has looked at. Both are shrunk first, so that how letters are
// drawn does not matter, and where things stand and what colour they have does.
// KAESU_BLESS=1 takes the screens of today for right: look at the pictures then.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { openPage, type Look } from './browser';
import { MOVES, record } from './solved-game';
import { useStage } from './stage';

const FOLDER = join(import.meta.dirname, 'pictures');
/** Pixels of the screen for each pixel of a picture, along either side. */
const BLOCK = 8;
/** By how much of 255 a block may differ, and how many may differ more: letters that wrap elsewhere, a shade. */
const SHADE = 24;
const MOST_OTHER = 0.03;

/** The screen with each block of pixels in its mean colour. */
function shrink(screen: PNG): PNG {
  const small = new PNG({ width: Math.floor(screen.width / BLOCK), height: Math.floor(screen.height / BLOCK) });
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++)
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        for (let down = 0; down < BLOCK; down++)
          for (let right = 0; right < BLOCK; right++)
            sum += screen.data[((y * BLOCK + down) * screen.width + x * BLOCK + right) * 4 + channel] ?? 0;
        small.data[(y * small.width + x) * 4 + channel] = Math.round(sum / BLOCK ** 2);
      }
  return small;
}

/** Which share of the blocks is of another colour. */
function difference(one: PNG, other: PNG): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let differ = 0;
  for (let at = 0; at < one.data.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > SHADE))
      differ++;
  return differ / (one.data.length / 4);
}

/** Compares what is on the page now with the picture of that name; what is masked is another each time. */
async function expectAsPictured(page: Page, name: string, mask: Locator[] = []): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  // Neither a pointer nor a focus that comes a moment later belongs to the picture.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.mouse.move(0, 0);
  const screen = await page.screenshot({ animations: 'disabled', caret: 'hide', mask, maskColor: '#808080' });
  const seen = shrink(PNG.sync.read(screen));
  const path = join(FOLDER, `${name}.png`);
  if (process.env.KAESU_BLESS === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, PNG.sync.write(seen));
  }
  expect(existsSync(path), `${path}: make it with KAESU_BLESS=1`).toBe(true);
  const known = PNG.sync.read(readFileSync(path));
  const other = difference(seen, known);
  expect(other, `${name}: share of the screen that looks different`).toBeLessThanOrEqual(MOST_OTHER);
  // The comparison can fail: the same screen upside down is not the same screen.
  const turned = new PNG({ width: known.width, height: known.height });
  for (let at = 0; at < known.data.length; at += 4)
    known.data.copy(turned.data, known.data.length - 4 - at, at, at + 4);
  expect(difference(seen, turned)).toBeGreaterThan(MOST_OTHER);
}

const SCREENS: { name: string; look: Partial<Look>; show: (page: Page, address: string) => Promise<void> }[] = [
  {
    name: 'title-desktop',
    look: { width: 1366, height: 768 },
    show: async (page, address) => {
      await page.goto(address);
    },
  },
  {
    name: 'othello-phone-dark',
    look: { width: 360, height: 740, theme: 'dark', touch: true },
    show: async (page, address) => {
      await page.goto(address);
      await page.getByRole('button', { name: 'Play: Othello' }).tap();
      await page.locator('[role=grid]').waitFor();
    },
  },
  {
    name: 'yonin-tablet',
    look: { width: 1024, height: 768 },
    show: async (page, address) => {
      await page.goto(address);
      await page.getByRole('button', { name: 'Play: Yonin', exact: true }).click();
      await page.locator('[role=grid]').waitFor();
    },
  },
  {
    name: 'shogi-around-tablet-japanese',
    look: { width: 1024, height: 768, language: 'ja', settings: { table: true } },
    show: async (page, address) => {
      await page.goto(`${address}/new?game=yonin-shogi`);
      await page.getByRole('button', { name: '全員この端末で' }).click();
      await page.getByRole('button', { name: '対局開始', exact: true }).click();
      await page.locator('[role=grid]').waitFor();
    },
  },
  { name: 'review-phone', look: { width: 360, height: 740, touch: true }, show: review },
  {
    name: 'review-desktop-dark-japanese',
    look: { width: 1366, height: 768, theme: 'dark', language: 'ja' },
    show: review,
  },
];

/** A review that is finished, at one of its costliest moves. */
async function review(page: Page, address: string): Promise<void> {
  const kept = await fetch(`${address}/api/records`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(record),
  });
  const { record: id } = (await kept.json()) as { record: string };
  await page.goto(`${address}/records/${id}`);
  const rows = page.locator('details tbody tr');
  await expect
    .poll(() => rows.filter({ hasText: /exact|完全読み/ }).count(), { timeout: 90_000 })
    .toBe(MOVES.length + 1);
  await page.locator('.moves .mistake').first().click();
}

describe('screens', () => {
  const stage = useStage();
  const { server } = stage;

  for (const { name, look, show } of SCREENS) {
    it(`look as they did: ${name}`, async () => {
      const { page, complaints } = await openPage(stage.browser, look);
      await show(page, server.address);
      await expectAsPictured(page, name);
      expect(complaints).toEqual([]);
    });
  }
});

describe('the screens of a class', () => {
  const stage = useStage(['--class']);
  const { server } = stage;
  const NAMES = ['Aya', 'Ken', 'Mio', 'Leo', 'Yui', 'Ren'];

  it('look as they did', async () => {
    const ask = (path: string, body: unknown, who: Record<string, string>) =>
      fetch(`${server.address}/api/class/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...who },
        body: JSON.stringify(body),
      });
    const teach = (action: unknown) => ask('teach', action, { Authorization: `Bearer ${server.admin}` });
    const { code } = (await (await fetch(`${server.address}/api/class`)).json()) as { code: string };
    for (const name of NAMES) await ask('join', { code, name }, { 'X-Person': `person ${name}` });
    await teach({ action: 'plan', plan: { form: 'swiss', game: 'reversi-8x8', cap: 6 } });

    await ask('table', { game: 'reversi-8x8', level: null }, { 'X-Person': 'person Aya' });

    // The lobby, before anything is paired.
    const pupil = await openPage(stage.browser, { width: 360, height: 740, touch: true, language: 'ja' });
    await pupil.page.goto(`${server.address}/class?code=${code}`);
    await pupil.page.locator('input').first().fill('Mai');
    await pupil.page.locator('form button').tap();
    await pupil.page.getByRole('link', { name: '座る' }).waitFor();
    await expectAsPictured(pupil.page, 'class-phone-japanese');
    await pupil.page.close();

    await teach({ action: 'round', after: 0 });
    const teacher = await openPage(stage.browser, { width: 1366, height: 768, theme: 'dark' });
    await teacher.page.goto(`${server.address}/class/teacher#admin=${server.admin}`);
    await teacher.page.getByRole('heading', { name: code }).waitFor();
    await expectAsPictured(teacher.page, 'class-teacher-desktop-dark', [teacher.page.locator('.code')]);

    const screen = await openPage(stage.browser, { width: 1920, height: 1080, language: 'ja' });
    await screen.page.goto(`${server.address}/class/screen`);
    const qr = screen.page.getByRole('img', { name: 'クラスに入るQRコード' });
    await qr.waitFor();
    await expectAsPictured(screen.page, 'class-projector-japanese', [qr, screen.page.locator('.code')]);
    for (const { complaints } of [pupil, teacher, screen]) expect(complaints).toEqual([]);
  });
});
