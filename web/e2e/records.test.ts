import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, openPage } from './browser';
import { useStage } from './stage';
import { begin, moveCount, openCells, playAndResign } from './table';

/** The list of moves without what a review says of them, which comes when it is done. */
async function movesOf(page: Page): Promise<string> {
  const text = await page.locator('.moves ol').innerText();
  return text.replace(/^cost .*\n/gm, '').replace(/[?!.]+$/gm, '');
}

describe('a record', () => {
  const stage = useStage();
  const { server } = stage;

  it('is downloaded, deleted, imported and stepped through', async () => {
    const { page, complaints } = await openPage(stage.browser);
    await begin(page, server.address, { game: 'reversi-6x6', seating: 'All on this device' });
    await playAndResign(page, 4);

    await page.goto(`${server.address}/records`);
    await page.locator('li .open').click();
    await page.getByRole('heading', { level: 1, name: 'Mini Othello' }).waitFor();
    const played = await movesOf(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Record (JSON)' }).click(),
    ]);
    const file = { name: 'record.json', mimeType: 'application/json', buffer: readFileSync(await download.path()) };
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No game yet.').waitFor();

    const importing = page.getByRole('dialog', { name: 'Import a record' });
    const choose = async (text: string) => {
      await page.getByRole('button', { name: 'Import a record' }).click();
      await importing.getByLabel('Choose a file').setInputFiles({ ...file, buffer: Buffer.from(text) });
    };
    await choose(String(file.buffer));
    await importing.getByText('Understood: a record of Kaesu, Mini Othello, 4 moves, finished.').waitFor();
    await importing.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Mini Othello' }).waitFor();
    expect(await movesOf(page)).toBe(played);
    await page.getByText('Black resigned.').waitFor();
    await page.getByRole('button', { name: 'To the start' }).click();
    expect(await page.getByRole('gridcell', { name: /black/ }).count()).toBe(2);
    for (let ply = 1; ply <= 4; ply++) {
      await page.getByRole('button', { name: 'One move on' }).click();
      await page.waitForFunction(
        (discs) =>
          document.querySelectorAll('[role=gridcell]:is([aria-label*="black"], [aria-label*="white"])').length ===
          discs,
        4 + ply,
      );
    }
    expect(await moveCount(page)).toBe(5);

    // Earlier positions are judged too.
    await page.getByRole('button', { name: 'One move back' }).click();
    await page.getByRole('button', { name: 'Evaluation' }).click();
    await page.locator('text.value.best').first().waitFor();
    expect(await openCells(page).count()).toBe(0);

    await page.goto(`${server.address}/records`);
    await page.locator('li .open').waitFor();
    expect(complaints).toEqual([]);
    // The page's own transcript is the same game, which is there already.
    await page.locator('li .open').click();
    const [transcript] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Transcript' }).click(),
    ]);
    const text = readFileSync(await transcript.path(), 'utf8');
    await page.goto(`${server.address}/records`);
    await choose(text);
    await importing.getByText('This game is among your games already.').waitFor();
    await importing.getByRole('link', { name: 'Open it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mini Othello' }).waitFor();

    await page.goto(`${server.address}/records`);
    await choose(String(file.buffer).replace(/"move": "\w+"/, '"move": "a1"'));
    await importing.getByText('This cannot be played: move 1 of the record').waitFor();
    expect(complaints.filter((each) => !each.includes('422'))).toEqual([]);
  });

  it('is shared as the position that is looked at, and says in its room that it was deleted', async () => {
    const { page, context } = await openPage(stage.browser, { width: 1280, height: 720 });
    await begin(page, server.address, { game: 'reversi-6x6', seating: 'All on this device' });
    await playAndResign(page, 4);
    // How the game went stands above all else of the panel; on phones only what to do next comes before it, and in the
    // review, where curve and board are looked at together, nothing does.
    const top = async (part: string) => (await page.locator(part).first().boundingBox())?.y ?? 0;
    const boardEnd = async () => {
      const board = await page.locator('[role=grid]').boundingBox();
      return (board?.y ?? 0) + (board?.height ?? 0);
    };
    await page.locator('.curve').waitFor();
    expect(await top('.curve')).toBeLessThan(await top('section.end'));
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await top('section.end')).toBeGreaterThan(await boardEnd());
    expect((await top('section.end')) - (await boardEnd())).toBeLessThan(60);
    expect(await top('.curve')).toBeLessThan(await top('.panel'));

    const other = await context.newPage();
    await other.goto(`${server.address}/records`);
    await other.locator('li .open').click();
    await other.locator('.moves [data-ply="2"]').click();
    await other.getByText('Share', { exact: true }).click();
    const link = await other.getByLabel('Link', { exact: true }).inputValue();
    expect(link).toMatch(/\/records\/\w+\?move=2$/);
    await other.getByText('Only this computer can open this link.').waitFor();
    await other.goto(`${server.address}${new URL(link).pathname}${new URL(link).search}`);
    await other.locator('.moves [data-ply="2"][aria-current]').waitFor();
    expect(await other.locator('.moves .at').innerText()).toBe('2 / 4');

    // Whoever only follows the link may look, and is not asked to delete.
    const stranger = (await openPage(stage.browser)).page;
    await stranger.goto(`${server.address}${new URL(link).pathname}`);
    await stranger.getByRole('button', { name: 'Record (JSON)' }).waitFor();
    expect(await stranger.getByRole('button', { name: 'Delete' }).count()).toBe(0);

    await other.getByRole('button', { name: 'Delete' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'The game of this room was deleted.' }).waitFor();
  });

  it('comes in with all games of a class, or none of them does', async () => {
    const { page, complaints } = await openPage(stage.browser);
    const moves = (texts: string[]) => texts.map((move, index) => ({ seat: index % 2, move, ms: 0 }));
    const game = (texts: string[]) => ({
      format: 'kaesu-record',
      version: 1,
      game: 'reversi-8x8',
      moves: moves(texts),
      seats: [{ name: 'Aya' }, { name: 'Ken' }],
    });
    const file = (...games: unknown[]) => ({
      name: 'kaesu-class.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ format: 'kaesu-class', version: 1, code: 'ABCD', games })),
    });
    await page.goto(`${server.address}/records`);
    await page.getByRole('button', { name: 'Import a record' }).first().click();
    const importing = page.getByRole('dialog', { name: 'Import a record' });
    const choose = importing.locator('input[type=file]');
    await choose.setInputFiles(file(game(['f5', 'd6']), game(['f5', 'a1'])));
    await importing.getByText(/^Game 2 of 2: .*None of them can be imported\.$/).waitFor();
    await choose.setInputFiles(file(game(['f5', 'd6']), game(['f5', 'f6'])));
    await importing.getByText('Understood: the games of a class, 2 games.').waitFor();
    await importing.getByRole('button', { name: 'Import', exact: true }).click();
    await importing.getByText('2 games were imported.').waitFor();
    await expectAccessible(page, 'imported games of a class');
    await importing.getByRole('link', { name: 'Your games' }).waitFor();
    // However the box is left.
    await page.keyboard.press('Escape');
    await page.locator('li .who').getByText('Aya – Ken').nth(1).waitFor();
    expect(await page.locator('li .who').count()).toBe(2);
    expect(complaints.filter((each) => !each.includes('422'))).toEqual([]);
  });

  it('is read from one box, whatever people paste', async () => {
    const { page, complaints } = await openPage(stage.browser);
    await page.goto(`${server.address}/records`);
    await page.getByRole('button', { name: 'Import a record' }).first().click();
    const importing = page.getByRole('dialog', { name: 'Import a record' });
    const othello = 'Understood: moves, Othello, 2 moves';
    for (const [pasted, said] of [
      ['1. f5 2. d6', othello],
      ['f5-d6', othello],
      ['Ｆ５　Ｄ６', othello],
      ['１．ｆ５　２．ｄ６', othello],
      ['オセロ：f5 d6', othello],
      [
        '(;GM[Othello]PB[Aya]PW[Ken]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)',
        'Understood: GGF, Othello, 2 moves',
      ],
      ['(;GM[2]FF[4]SZ[8];B[fe];W[df])', 'Understood: SGF, Othello, 2 moves'],
      ['---------------------------OX------XO--------------------------- X', 'Understood: a position, Othello'],
      ['Yonin\nd3 c3', 'Understood: moves, Yonin, 2 moves'],
      ['四人将棋 ４七歩', 'Understood: moves, Yonin-shogi, 1 move'],
    ] as const) {
      await importing.locator('textarea').fill(pasted);
      await importing.getByText(said).waitFor();
    }
    await importing.locator('textarea').fill('nothing of this kind');
    await importing.locator('.bad').waitFor();

    // The box of a new game says the same.
    await page.goto(`${server.address}/new?game=reversi-8x8`);
    await page.getByRole('radio', { name: 'Pasted moves or position' }).check();
    const named = '(;GM[2]PB[Aya]PW[Ken];B[fe];W[df])';
    for (const [pasted, said, people] of [
      ['1. f5 2. d6', 'Understood: moves, Othello, 2 moves, unfinished.', ''],
      [named, 'Understood: SGF, Othello, 2 moves, unfinished.', 'Aya – Ken'],
    ] as const) {
      await page.locator('textarea').fill(pasted);
      await page.getByText(said).waitFor();
      if (people) await page.getByText(people).waitFor();
    }

    // What is wrong is said whole in Japanese.
    const japanese = (await openPage(stage.browser, { width: 360, height: 740, touch: true, language: 'ja' })).page;
    await japanese.goto(`${server.address}/records`);
    await japanese.getByRole('button', { name: '棋譜を読み込む' }).tap();
    const move = (text: string, index: number) => ({ seat: index % 2, move: text, ms: 0 });
    const seats = [{ name: 'Aya' }, { name: 'Ken' }];
    const record = (moves: string[]) => ({
      format: 'kaesu-record',
      version: 1,
      game: 'reversi-8x8',
      seats,
      moves: moves.map(move),
    });
    for (const [pasted, said] of [
      [record(['f5', 'a1']), '2手目：選べない手です。'],
      [{ games: [record(['f5']), record(['f5', 'd6', 'a1'])] }, '2局のうち2局目：3手目：選べない手です。'],
    ] as const) {
      await japanese.locator('textarea').fill(JSON.stringify(pasted));
      await japanese.locator('.bad').getByText(said).waitFor();
    }
    expect(complaints.filter((each) => !/400|422/.test(each))).toEqual([]);
  });
});
