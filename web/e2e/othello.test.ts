import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openPage } from './browser';
import { useStage } from './stage';
import { cell, moveCount, myTurn, openCells } from './table';

describe('Othello', () => {
  const stage = useStage();
  const { server } = stage;

  it('is played by mouse, kept, downloaded, opened again and deleted', async () => {
    const { page, complaints } = await openPage(stage.browser);
    await page.goto(server.address);
    // Two clicks from the title to the first disc.
    await page.getByRole('button', { name: 'Play: Othello' }).click();
    await cell(page, 19).click();
    await page.waitForFunction(() => document.querySelectorAll('.moves ol li').length >= 2);
    while (await myTurn(page)) {
      const before = await moveCount(page);
      await openCells(page).first().click();
      await page.waitForFunction((count) => document.querySelectorAll('.moves ol li').length > count, before);
    }
    const scores = await page.locator('.end .score').allInnerTexts();
    expect(scores).toHaveLength(2);
    expect(scores.reduce((sum, text) => sum + Number(text), 0)).toBeLessThanOrEqual(64);
    await page.getByRole('heading', { name: 'Costliest moves' }).waitFor({ timeout: 90_000 });

    // Back through the game by its curve, its buttons and its list.
    await page.getByRole('slider', { name: 'How the game went' }).press('Home');
    await page.getByText('After move 0').waitFor();
    await page.getByRole('button', { name: 'To the present' }).click();

    await page.goto(`${server.address}/records`);
    await page.locator('li .open').first().click();
    await page.getByRole('heading', { level: 1, name: 'Othello' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Record (JSON)' }).click(),
    ]);
    const record = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
      format: string;
      moves: { move?: string }[];
      result: { scores: number[] };
    };
    expect(record.format).toBe('kaesu-record');
    expect(record.result.scores.map(String).toSorted()).toEqual(scores.toSorted());
    const [transcript] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Transcript' }).click(),
    ]);
    const text = readFileSync(await transcript.path(), 'utf8').trim();

    // What was downloaded can be played on: all but the last few moves, as a game that is over cannot go on.
    const moves = record.moves
      .slice(0, 20)
      .map((each) => each.move ?? '')
      .join('');
    expect(text.replace(/\s/g, '')).toContain(moves.slice(0, 10));
    await page.goto(`${server.address}/new?start=${encodeURIComponent(moves)}`);
    await page.getByText(/^Understood: moves, Othello, \d+ moves, unfinished\.$/).waitFor();
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await page.waitForSelector('[role=grid]');

    await page.goto(`${server.address}/records`);
    const games = page.locator('li .open');
    await games.first().waitFor();
    const count = await games.count();
    await page
      .getByRole('button', { name: /^Delete/, disabled: false })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForFunction((before) => document.querySelectorAll('li .open').length < before, count);
    expect(complaints).toEqual([]);
  });

  it('is played by keyboard alone, and heard', async () => {
    const { page, complaints } = await openPage(stage.browser);
    await page.goto(server.address);
    const heard = () => page.locator('[data-said]').getAttribute('data-said');
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      );
    while (!(await focused()).startsWith('Play: Othello')) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid]');
    while ((await page.evaluate(() => document.activeElement?.getAttribute('role'))) !== 'gridcell')
      await page.keyboard.press('Tab');
    while (await myTurn(page)) {
      await page.keyboard.press('m');
      await page.waitForFunction(() =>
        /moves: /.test(document.querySelector('[data-said]')?.getAttribute('data-said') ?? ''),
      );
      const square = /moves: (\w\d)/.exec((await heard()) ?? '')?.[1] ?? '';
      const before = await moveCount(page);
      await page.keyboard.type(square);
      expect(await focused()).toContain(square);
      await page.keyboard.press('Enter');
      await page.waitForFunction((count) => document.querySelectorAll('.moves ol li').length > count, before);
    }
    expect(await heard()).toMatch(/You win|You lose|A draw/);
    await page.keyboard.press('s');
    expect(await heard()).toMatch(/^Score: Black \d+, White \d+/);
    await page.keyboard.press('[');
    expect(await heard()).toMatch(/^Move \d+ of \d+/);
    expect(complaints).toEqual([]);
  });

  it('goes on after the server was killed or ended in mid-game', async () => {
    const { page, complaints } = await openPage(stage.browser);
    await page.goto(server.address);
    await page.getByRole('button', { name: 'Play: Othello' }).click();
    await page.waitForSelector('[role=grid]');
    for (let move = 0; move < 3 && (await myTurn(page)); move++) {
      const before = await moveCount(page);
      await openCells(page).first().click();
      await page.waitForFunction((count) => document.querySelectorAll('.moves ol li').length > count + 1, before);
    }
    for (const stop of [() => server.kill(), () => server.end()]) {
      await myTurn(page);
      const before = await page.locator('.moves ol').innerText();
      await stop();
      await page.getByText('Connection lost').waitFor();
      await server.start();
      await page.getByText('Connection lost').waitFor({ state: 'detached' });
      expect(await page.locator('.moves ol').innerText()).toBe(before);
      const count = await moveCount(page);
      await openCells(page).first().click();
      await page.waitForFunction((moves) => document.querySelectorAll('.moves ol li').length > moves, count);
    }
    expect(complaints).toEqual([]);
  });
});
