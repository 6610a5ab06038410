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
});
