// The pictures of the README, made from the running program: `npm --prefix web run pictures`.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { chromium } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');
const program = process.env.KAESU_BIN ?? resolve(root, 'target/debug/kaesu');
const out = resolve(root, 'docs/pictures');
mkdirSync(out, { recursive: true });
const folder = mkdtempSync(resolve(tmpdir(), 'kaesu-pictures-'));
const server = spawn(program, [
  'serve',
  '--no-open',
  '--rate',
  '0',
  '--listen',
  '127.0.0.1:0',
  '--data',
  resolve(folder, 'k.sqlite'),
]);
const address = await new Promise((done) =>
  server.stdout.on('data', (text) => {
    const found = /http:\/\/[\d.:]+/.exec(String(text));
    if (found) done(found[0]);
  }),
);
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? installed.find(existsSync),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const context = await browser.newContext({ viewport: { width: 1024, height: 700 }, deviceScaleFactor: 1 });
  await context.addInitScript(() =>
    localStorage.setItem(
      'kaesu.settings',
      JSON.stringify({ language: 'en', theme: 'light', animation: false, pause: 0, level: 3 }),
    ),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(address);
  await page.getByRole('heading', { name: 'Othello', exact: true }).waitFor();
  await page.screenshot({ path: resolve(out, 'title.png') });

  const moves = 'd3e3f4c5c6d2d6f6b5g4f5d7';
  await page.goto(`${address}/new?game=yonin&start=${moves}`);
  await page.getByRole('button', { name: 'All on this device' }).click();
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.locator('[role=grid]').waitFor();
  await page.locator('[role=gridcell].open').first().waitFor();
  await page.screenshot({ path: resolve(out, 'yonin.png') });
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
