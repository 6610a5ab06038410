// Debian's Chromium, driven by Playwright. Nothing it does may leave this machine.

import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Settings } from '../src/settings/settings';

/** The same browser with and without windows; without, it takes less than half of the processor's time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Starts the browser; once more if it crashes before its first page, which was seen to happen. */
export function launch(): Promise<Browser> {
  return start().catch(start);
}

function start(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? INSTALLED.find(existsSync),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface Look {
  width: number;
  height: number;
  language: 'ja' | 'en';
  theme: 'light' | 'dark';
  /** A screen for fingers. */
  touch: boolean;
  /** Settings that differ from what a newcomer has. */
  settings: Partial<Settings>;
}

const PLAIN: Look = { width: 1280, height: 800, language: 'en', theme: 'light', touch: false, settings: {} };

/** A page that nobody waits for: no animation, no pause. Whatever it complains about is in `complaints`. */
export async function openPage(
  browser: Browser,
  look: Partial<Look> = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const { width, height, language, theme, touch, settings } = { ...PLAIN, ...look };
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === 'ja' ? 'ja-JP' : 'en-US',
    colorScheme: theme,
    hasTouch: touch,
    isMobile: touch,
    acceptDownloads: true,
  });
  await context.addInitScript(
    (wanted) => {
      if (localStorage.getItem('kaesu.settings') === null)
        localStorage.setItem('kaesu.settings', JSON.stringify(wanted));
    },
    { language, theme, animation: false, pause: 0, ...settings },
  );
  const page = await context.newPage();
  // The machine may be busy with other things: slow is not wrong.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A server that was killed on purpose cannot be reached for a while.
    if (message.type() === 'error' && !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, context, complaints };
}

/** In which texts are written: English, Japanese, and Japanese for those who read no kanji yet. */
export const WRITINGS = [
  { language: 'en', kana: false },
  { language: 'ja', kana: false },
  { language: 'ja', kana: true },
] as const;

/** Shows the same page in another writing. */
export async function rewrite(page: Page, writing: (typeof WRITINGS)[number]): Promise<void> {
  await page.evaluate((wanted) => {
    const settings = JSON.parse(localStorage.getItem('kaesu.settings') ?? '{}') as object;
    localStorage.setItem('kaesu.settings', JSON.stringify({ ...settings, ...wanted }));
  }, writing);
  await page.reload();
}

export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
  expect(found, where).toEqual([]);
}
