// Every screen in both languages, light and dark, three sizes: nothing sticks out, nothing is too small
// to tap, nothing breaks the Content-Security-Policy, axe finds nothing. Pictures are kept where
// KAESU_SHOTS says.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openPage, type Look } from './browser';
import { useStage } from './stage';
import { begin, myTurn, openCells } from './table';

const LOOKS: Pick<Look, 'width' | 'height' | 'language' | 'theme'>[] = [
  { width: 360, height: 740, language: 'ja', theme: 'dark' },
  { width: 1280, height: 800, language: 'en', theme: 'light' },
  { width: 1920, height: 1080, language: 'ja', theme: 'light' },
  { width: 360, height: 740, language: 'en', theme: 'light' },
];

const shots = process.env.KAESU_SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

describe('every screen', () => {
  const stage = useStage();
  const { server } = stage;
  let rooms: Record<string, { address: string; storage: string }>;
  beforeAll(async () => {
    rooms = await prepare();
  });

  /** Rooms to look at, with the keys that belong to them. */
  async function prepare() {
    const found: typeof rooms = {};
    const { page } = await openPage(stage.browser);
    const keep = async (name: string) => {
      found[name] = { address: page.url(), storage: await page.evaluate(() => JSON.stringify({ ...localStorage })) };
    };
    await begin(page, server.address, { game: 'reversi-8x8', start: 'f5d6c3d3c4', seating: 'Me against AIs' });
    await keep('othello');
    await begin(page, server.address, { game: 'yonin', seating: 'Me against AIs' });
    await openCells(page).first().click();
    await keep('yonin');
    await begin(page, server.address, {
      game: 'yonin-shogi',
      start: 'nK8/7nS1/sSeR7/9/8eK/wR4nP3/9/9/wK3sK4 G2P/R/-/S S - 0000 iemoto 0 1',
      seating: 'All on this device',
    });
    await keep('shogi');
    await begin(page, server.address, { game: 'yonin', seating: 'Me and friends by link' });
    await keep('lobby');
    await begin(page, server.address, { game: 'reversi-4x4', seating: 'Me against AIs' });
    while (await myTurn(page)) {
      await openCells(page).first().click();
      await page.waitForTimeout(60);
    }
    await keep('end');
    await page.goto(`${server.address}/records`);
    await page.locator('li .open').first().waitFor();
    const record = await page.locator('li .open[href^="/records/"]').first().getAttribute('href');
    found.record = { address: `${server.address}${record}`, storage: found.end?.storage ?? '{}' };
    return found;
  }

  async function expectTidy(page: Page, where: string) {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, `${where}: wider than the screen`).toBeLessThanOrEqual(0);
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll('button, a[href], select, input:not([type=radio], [type=checkbox], [type=file])'),
      ].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        // Links inside a sentence or table are as high as their line; hidden ones are not tapped.
        const inline =
          element.matches('td a, p a, .skip') ||
          element.closest('[inert], .visually-hidden, .moves ol, details:not([open])') !== null;
        return inline || width === 0 || (width >= 43.5 && height >= 43.5)
          ? []
          : [`${element.textContent?.trim() || element.outerHTML.slice(0, 80)} ${width}×${height}`];
      }),
    );
    expect(small, `${where}: too small to tap`).toEqual([]);
  }

  for (const look of LOOKS) {
    it(`is tidy at ${look.width}, ${look.language}, ${look.theme}`, async () => {
      const stored = JSON.parse(rooms.end?.storage ?? '{}') as Record<string, string>;
      const { page, context, complaints } = await openPage(stage.browser, look);
      await context.addInitScript((kept) => {
        for (const [key, value] of Object.entries(kept)) if (key !== 'kaesu.settings') localStorage.setItem(key, value);
      }, stored);
      const plain = ['', 'new', 'records', 'settings', 'how/othello', 'how/yonin', 'how/shogi'].map(
        (path) => [path || 'title', `${server.address}/${path}`] as const,
      );
      const held = Object.entries(rooms).map(([name, { address }]) => [name, address] as const);
      for (const [name, address] of [...plain, ...held]) {
        await page.goto(address);
        await page.waitForLoadState('networkidle');
        if (held.some(([each]) => each === name)) await page.locator('[role=grid]').waitFor();
        const where = `${name} at ${look.width}, ${look.language}, ${look.theme}`;
        if (shots)
          await page.screenshot({
            path: join(shots, `${name.replace('/', '-')}-${look.width}-${look.language}-${look.theme}.png`),
            fullPage: true,
          });
        await expectTidy(page, where);
        await expectAccessible(page, where);
      }
      expect(complaints).toEqual([]);
    });
  }

  it('is accessible with its dialogs and the position editors open', async () => {
    const { page, complaints } = await openPage(stage.browser);
    for (const game of ['reversi-8x8', 'yonin-shogi']) {
      await page.goto(`${server.address}/new?game=${game}`);
      await page.getByRole('radio', { name: 'Position editor' }).check();
      await page.getByRole('grid').waitFor();
      await expectAccessible(page, `editor of ${game}`);
      await page.getByText(/Fine: this can be played/).waitFor();
    }
    await page.goto(server.address);
    await page.getByRole('button', { name: 'Play: Othello' }).click();
    for (const button of ['Invite', 'Keys', 'Resign']) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await expectAccessible(page, button);
      await page.keyboard.press('Escape');
    }
    expect(complaints).toEqual([]);
  });
});
