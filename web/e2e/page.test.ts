// What the first screen weighs and when it is painted. The weight has a limit; the time is only
// told, as it depends on what else the machine does.

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expectAccessible, openPage, rewrite, WRITINGS } from './browser';
import { useStage } from './stage';

const MOST_BYTES = 150_000;
const VISITS = 5;

describe('the page', () => {
  const stage = useStage();
  const { server } = stage;

  it.each([
    ['English', { language: 'en' }],
    ['Japanese', { language: 'ja' }],
    ['hiragana', { language: 'ja', settings: { kana: true } }],
  ] as const)('weighs less than 150 kB compressed in %s', async (_, look) => {
    const { page } = await openPage(stage.browser, look);
    const answers = new Set<Promise<{ body: Buffer; sent: number }>>();
    page.on('response', (response) => {
      if (response.url().includes('/api/')) return;
      answers.add(
        Promise.all([response.body(), response.request().sizes()]).then(([body, sizes]) => ({
          body,
          sent: sizes.responseBodySize,
        })),
      );
    });
    await page.goto(server.address);
    await page.waitForLoadState('networkidle');
    const files = await Promise.all(answers);
    const sum = (size: (file: { body: Buffer; sent: number }) => number) =>
      files.reduce((total, file) => total + size(file), 0);
    const [plain, gzip, brotli, sent] = [
      sum(({ body }) => body.length),
      sum(({ body }) => gzipSync(body).length),
      sum(({ body }) => brotliCompressSync(body).length),
      sum((file) => file.sent),
    ];
    console.log(`${files.length} files: ${plain} bytes, ${gzip} with gzip, ${brotli} with brotli, ${sent} sent`);
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const bytes of [gzip, brotli, sent]) expect(bytes).toBeLessThan(MOST_BYTES);
  });

  it('fetches what was not needed at first when the server is back', async () => {
    const { page } = await openPage(stage.browser);
    await page.goto(server.address);
    await page.waitForLoadState('networkidle');
    await server.kill();
    await page.getByRole('link', { name: 'How to play' }).first().click();
    await page.getByText('The server cannot be reached.').waitFor();
    await server.start();
    await page.getByRole('heading', { name: 'How to play' }).first().waitFor();
    expect(await page.getByText('The server cannot be reached.').count()).toBe(0);
  });

  it('says of an address that there is none, and leads on', async () => {
    const { page, complaints } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    const told: string[] = [];
    for (const path of ['/nowhere', '/%E3%81%A9%E3%81%93', '/new-game/?x=1#y', '/%zz']) {
      await page.goto(`${server.address}${path}`);
      for (const writing of WRITINGS) {
        await rewrite(page, writing);
        const heading = page.getByRole('heading', { level: 1 });
        await heading.waitFor();
        const says = await heading.innerText();
        told.push(says);
        expect(await page.title()).toContain(says);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      }
      await expectAccessible(page, path);
    }
    expect(new Set(told)).toEqual(
      new Set(['There is no such address.', 'そのアドレスはありません。', 'その アドレスは ありません。']),
    );
    for (const [way, there] of [
      ['/new', 'Begin'],
      ['/', 'Play: Othello'],
      ['/records', 'Import'],
    ] as const) {
      await page.goto(`${server.address}/nowhere`);
      await rewrite(page, WRITINGS[0]);
      await page.locator(`main a[href="${way}"]`).tap();
      await page.getByRole('button', { name: there }).first().waitFor();
      expect(new URL(page.url()).pathname).toBe(way);
    }
    expect(complaints).toEqual([]);
  });

  it('leads on from the pages of a class where there is none', async () => {
    const { page } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    for (const path of ['/class', '/class/screen', '/class/teacher']) {
      await page.goto(`${server.address}${path}`);
      await page.getByText('This server holds no class.').waitFor();
      const ways = page.locator('main .row a');
      await ways.first().waitFor();
      expect(await ways.evaluateAll((all) => all.map((way) => way.getAttribute('href')))).toEqual([
        '/new',
        '/',
        '/records',
      ]);
      await expectAccessible(page, path);
    }
  });

  it('brings the licences of what it contains', async () => {
    const { page } = await openPage(stage.browser);
    await page.goto(`${server.address}/settings`);
    const link = page.getByRole('link', { name: 'Licences of what this page is built with' });
    const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    const text = await popup.locator('body').innerText();
    for (const name of ['svelte', 'uqr']) expect(text).toMatch(new RegExp(`## ${name} - [\\d.]+ \\(MIT\\)`));
    expect(text).toMatch(/figtree - [\d.]+ \(OFL-1.1\)\s+Copyright/);
  });

  it('writes Latin letters and figures in its own font, fetched once', async () => {
    const { page, complaints } = await openPage(stage.browser);
    const fonts: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'font') fonts.push(response.url());
    });
    await page.goto(server.address);
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.fonts.check('16px Figtree', 'Level 10'))).toBe(true);
    expect(fonts).toHaveLength(1);
    expect(new URL(fonts[0] ?? '').origin).toBe(server.address);
    // Clocks do not tremble: all figures are equally wide.
    const widths = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('span'));
      probe.style.fontVariantNumeric = 'tabular-nums';
      return ['1111', '0000'].map((text) => {
        probe.textContent = text;
        return probe.getBoundingClientRect().width;
      });
    });
    expect(widths[0]).toBeCloseTo(widths[1] ?? 0, 3);
    expect(complaints).toEqual([]);
  });

  it('is painted', async () => {
    const paints: number[] = [];
    for (let visit = 0; visit < VISITS; visit++) {
      const { page, context } = await openPage(stage.browser);
      await page.goto(server.address);
      const painted = await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      );
      paints.push(Number(await painted.jsonValue()));
      await context.close();
    }
    const inOrder = paints.toSorted((one, other) => one - other);
    console.log(
      `first contentful paint: ${inOrder.map((ms) => ms.toFixed(0)).join(', ')} ms, median ${inOrder[Math.floor(VISITS / 2)]?.toFixed(0)} ms`,
    );
    expect(paints).toHaveLength(VISITS);
    expect(paints.every((ms) => ms > 0)).toBe(true);
  });
});
