import { describe, expect, it } from 'vitest';
import { openPage } from './browser';
import { useStage } from './stage';

describe('the set-up page', () => {
  const stage = useStage();
  const { server } = stage;

  it('shows every board as the server says it is', async () => {
    const { page, complaints } = await openPage(stage.browser);
    await page.goto(`${server.address}/new`);
    const boards = page.getByRole('group', { name: 'Board' }).getByRole('button');
    await boards.first().waitFor();
    const squares = await boards.evaluateAll((buttons) =>
      buttons.map((button) => [button.textContent.trim(), button.querySelectorAll('.square').length]),
    );
    expect(Object.fromEntries(squares)).toEqual({
      Othello: 64,
      'Mini Othello': 36,
      'Tiny Othello': 16,
      'Grand Othello': 100,
      'Eighty-eight': 88,
      Octagon: 76,
      Nipp: 52,
    });
    for (const game of ['Othello', 'Yonin', 'Yonin-shogi']) {
      await page.getByRole('group', { name: 'Game' }).getByRole('button', { name: game, exact: true }).click();
    }
    expect(await page.getByLabel(/^Who plays/).count()).toBe(4);
    expect(complaints).toEqual([]);
  });

  it('offers opponents with a face for every seat, and so does the menu of a seat at the table', async () => {
    const { page, complaints } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    await page.goto(`${server.address}/new?game=yonin-shogi`);
    const faces = page.getByRole('group', { name: 'Opponents' });
    await faces.first().waitFor();
    expect(await faces.locator('svg').count()).toBe(3 * 6);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await faces.nth(0).getByRole('button', { name: 'Kon' }).tap();
    await page.getByText('Entertaining: leaves you pieces').waitFor();
    await page.getByLabel('Who plays North?').selectOption('Kuma');
    expect(await faces.nth(1).getByRole('button', { pressed: true }).innerText()).toBe('Kuma');
    await page.getByRole('button', { name: 'Begin', exact: true }).tap();
    await page.waitForSelector('[role=grid]');
    const seated = () => page.locator('.plate .who').allInnerTexts();
    expect((await seated()).toSorted()).toEqual(['Guest', 'Kon', 'Kuma', 'Pon']);

    await page.getByRole('button', { name: /Kuma, Change North/ }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Washi' }).tap();
    await page.locator('.plate').getByText('Washi', { exact: true }).waitFor();
    expect((await seated()).toSorted()).toEqual(['Guest', 'Kon', 'Pon', 'Washi']);
    expect(complaints).toEqual([]);
  });
});
