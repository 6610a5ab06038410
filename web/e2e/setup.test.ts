import { describe, expect, it } from 'vitest';
import { expectAccessible, openPage } from './browser';
import { useStage } from './stage';
import { openCells } from './table';

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
    expect((await seated()).toSorted()).toEqual(['Guest', 'Kon', 'Kuma', 'Level 3']);

    await page.getByRole('button', { name: /Kuma, Change North/ }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Washi' }).tap();
    await page.locator('.plate').getByText('Washi', { exact: true }).waitFor();
    expect((await seated()).toSorted()).toEqual(['Guest', 'Kon', 'Level 3', 'Washi']);
    expect(complaints).toEqual([]);
  });

  it('seats whoever can play when the game changes, and can begin then', async () => {
    const { page, complaints } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    await page.goto(`${server.address}/new`);
    const games = page.getByRole('group', { name: 'Game' });
    const white = page.getByLabel('Who plays White?');
    const shown = () => white.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '');
    const choose = async (name: string) => {
      await games.getByRole('button', { name: 'Othello', exact: true }).tap();
      await white.selectOption(name);
      expect(await shown()).toBe(name);
    };
    // A player file and a level behind a face: neither has it on that board.
    for (const [name, there] of [
      ['Kon', 'AI by level'],
      ['Washi', 'AI by level'],
    ] as const) {
      await choose(name);
      await page.getByRole('button', { name: 'Mini Othello' }).tap();
      await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('select')].every((select) => select.selectedOptions[0]?.text) &&
          [...document.querySelectorAll('select')].at(-1)?.selectedOptions[0]?.text === wanted,
        there,
      );
    }
    await page.getByRole('button', { name: 'Begin', exact: true }).tap();
    await page.waitForSelector('[role=grid]');
    await page.goto(`${server.address}/new`);
    await choose('Kon');
    // The same face where four play, and the others filled up.
    await games.getByRole('button', { name: 'Yonin-shogi', exact: true }).tap();
    await page.getByText('Entertaining: leaves you pieces').waitFor();
    await page.getByRole('button', { name: 'Begin', exact: true }).tap();
    await page.locator('.plate').getByText('Kon', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('tells beside its button why a game cannot begin, and of a game that there is none', async () => {
    const { page } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    await page.goto(`${server.address}/new?game=reversi-9x9`);
    await page.getByRole('alert').getByText('There is no game “reversi-9x9”.').waitFor();
    expect(await page.getByRole('button', { name: 'Othello', pressed: true }).count()).toBeGreaterThan(0);
    await page.route('**/api/rooms', (route) =>
      route.fulfill({ status: 503, json: { code: 'full', message: 'full' } }),
    );
    await page.getByRole('button', { name: 'Begin', exact: true }).tap();
    const said = page.getByRole('alert').getByText('The server is full.');
    await said.waitFor();
    const box = await said.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 740) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
  });

  it('shows every choice of a seat in full on a phone', async () => {
    const { page } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    await page.goto(`${server.address}/new?game=yonin`);
    const select = page.getByLabel(/^Who plays/).first();
    await select.waitFor();
    const room = await select.evaluate((element: HTMLSelectElement) => {
      const style = getComputedStyle(element);
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = style.font;
      const text = pen.measureText(element.selectedOptions[0]?.text ?? '').width;
      return element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - text;
    });
    // The arrow takes some of it.
    expect(room).toBeGreaterThanOrEqual(16);
  });

  it('seats the same opponents where a game is played on', async () => {
    const { page, complaints } = await openPage(stage.browser);
    await page.goto(`${server.address}/new`);
    await page.getByLabel('Who plays White?').selectOption('Kon');
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await openCells(page).first().click();
    await page.waitForFunction(() => document.querySelectorAll('.moves ol li').length >= 2);
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, resign' }).click();
    await page.locator('section.end').getByRole('link', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'One move back' }).click();
    await page.getByRole('button', { name: 'Play on from here' }).click();
    await page.getByText('Entertaining: leaves you a corner').waitFor();
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await page.locator('.plate').getByText('Kon', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('reads whatever is pasted as the list of games does: finished games, other games, links', async () => {
    const { page } = await openPage(stage.browser);
    await page.goto(`${server.address}/new`);
    await page.getByRole('radio', { name: 'Pasted moves or position' }).check();
    const box = page.locator('textarea');
    const begin = page.getByRole('button', { name: 'Begin', exact: true });
    await box.fill('reversi-4x4 a2');
    await page.getByText('Understood: moves, Tiny Othello, 1 move').waitFor();
    expect(await begin.isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Play on from here' }).click();
    await page.waitForURL(/game=reversi-4x4/);
    await page.getByText('You can start from here.').or(page.locator('.good')).first().waitFor();
    await page.goto(`${server.address}/new`);
    await page.getByRole('radio', { name: 'Pasted moves or position' }).check();
    // White has no disc left; a board alone cannot be kept.
    await box.fill('f5 d6 c5 f4 e7 f6 g5 e6 e3');
    await page.getByText('This game is over').waitFor();
    const keep = page.getByRole('button', { name: 'Import', exact: true });
    await keep.waitFor();
    await box.fill(`${'X'.repeat(64)} X`);
    await page.getByText('Game over').waitFor();
    expect(await begin.isDisabled()).toBe(true);
    // It looks so, too: as every button that does nothing.
    const look = await begin.evaluate((button) => {
      const { backgroundColor, borderStyle } = getComputedStyle(button);
      return [backgroundColor, borderStyle];
    });
    expect(look).toEqual(['rgba(0, 0, 0, 0)', 'dashed']);
    expect(await keep.count()).toBe(0);
    await box.fill('f5 d6 c3');
    await page.locator('.good').waitFor();
    await begin.click();
    await page.waitForURL(/\/r\//);
    const room = page.url();
    await page.goto(`${server.address}/new`);
    await page.getByRole('radio', { name: 'Pasted moves or position' }).check();
    await box.fill(`Come and watch\n${room}`);
    await page.getByRole('link', { name: 'Open it' }).click();
    await page.waitForURL(room);
  });

  it('seats two opposite each other at one device, whose turn and buttons are on the first screen', async () => {
    for (const [game, seats] of [
      ['reversi-8x8', 2],
      ['yonin', 4],
      ['yonin-shogi', 4],
    ] as const)
      for (const [width, height] of [
        [1024, 768],
        [360, 740],
      ] as const) {
        const { page, context } = await openPage(stage.browser, { width, height, touch: width < 600 });
        await page.goto(`${server.address}/new?game=${game}`);
        await page.getByRole('button', { name: 'All on this device' }).click();
        await page.getByRole('switch', { name: /^Around one device/ }).check();
        await page.getByRole('button', { name: 'Begin', exact: true }).click();
        await page
          .locator('.plate')
          .nth(seats - 1)
          .waitFor();
        const turned = await page
          .locator('.place')
          .evaluateAll((places) => places.filter((place) => getComputedStyle(place).rotate === '180deg').length);
        expect(turned, `${game} ${width}`).toBe(seats / 2);
        for (const thing of [
          page.locator('.banner .turn'),
          page.getByRole('button', { name: 'Take back' }),
          page.getByRole('button', { name: 'Resign' }),
        ]) {
          const seen = await thing.evaluate((element) => {
            const box = element.getBoundingClientRect();
            const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return box.bottom <= innerHeight && (element.contains(top) || (top?.contains(element) ?? false));
          });
          expect(seen, `${game} ${width}: ${await thing.innerText()}`).toBe(true);
        }
        await context.close();
      }
  });

  it('offers names and hands that face each seat to four at one device', async () => {
    const { page } = await openPage(stage.browser);
    await page.goto(`${server.address}/new?game=yonin`);
    const around = page.getByRole('switch', { name: /^Around one device/ });
    await page.getByRole('button', { name: 'All on this device' }).click();
    await around.check();
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await page.waitForSelector('.game.around');
    await page.goto(`${server.address}/new?game=yonin`);
    await page
      .getByLabel(/^Who plays/)
      .first()
      .waitFor();
    expect(await around.count()).toBe(0);
  });

  it('keeps the face of somebody at two seats', async () => {
    const { page } = await openPage(stage.browser);
    await page.goto(`${server.address}/new?game=yonin-shogi`);
    for (const seat of ['West', 'East']) await page.getByLabel(`Who plays ${seat}?`).selectOption('Kon');
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await page.waitForSelector('[role=grid]');
    expect((await page.locator('.plate .who').allInnerTexts()).toSorted()).toEqual([
      'Guest',
      'Kon 1',
      'Kon 2',
      'Level 3',
    ]);
  });

  it('offers people, characters and levels first, and programs of research only to those who ask', async () => {
    for (const [language, white, which, heading, chosen] of [
      ['en', 'Who plays White?', 'Which program plays White?', 'Research, paper P2', 'P2 winning'],
      ['ja', '白は誰？', '白のプログラム', '研究用（論文P2）', 'P2 勝ちにいく'],
    ] as const) {
      const { page } = await openPage(stage.browser, { language, settings: { name: 'Aya' } });
      await page.goto(`${server.address}/new?game=reversi-8x8`);
      const seat = page.getByLabel(white, { exact: true });
      await seat.locator('option[value=program]').waitFor({ state: 'attached' });
      const offered = await seat.locator('option').allTextContents();
      expect(offered).toHaveLength(10);
      expect(offered.filter((each) => /P\d|\d/.test(each))).toEqual([]);
      expect(await page.getByLabel(which, { exact: true }).count()).toBe(0);
      await seat.selectOption('program');
      const programs = page.getByLabel(which, { exact: true });
      // The strongest first; then others, those of each paper under its own heading, levels not again.
      expect(await programs.inputValue()).toBe('kaesu-full');
      const groups = await programs.locator('optgroup').evaluateAll((all) =>
        all.map((group) => ({
          label: group.getAttribute('label') ?? '',
          titles: [...group.children].map((option) => option.textContent),
        })),
      );
      expect(groups).toHaveLength(4);
      for (const { titles } of groups.slice(0, 1)) expect(titles.filter((each) => /^P\d/.test(each))).toEqual([]);
      for (const { label, titles } of groups.slice(1)) {
        const paper = /P\d/.exec(label)?.[0] ?? '?';
        expect(titles.filter((each) => !each.startsWith(paper))).toEqual([]);
      }
      expect(groups.some(({ label }) => label.startsWith(heading))).toBe(true);
      expect(
        groups.flatMap(({ titles }) => titles).filter((each) => /Reversi, level|リバーシ レベル/.test(each)),
      ).toEqual([]);
      await programs.selectOption(chosen);
      await expectAccessible(page, 'a program at a seat');
      await page.getByRole('button', { name: /^(Begin|対局開始)$/ }).click();
      await page.waitForSelector('[role=grid]');
      await page.locator('.plate .who').getByText(chosen, { exact: true }).waitFor();
    }
  });
});

describe('the set-up page of a class', () => {
  const stage = useStage(['--class']);

  it('offers only who may play there', async () => {
    const { page } = await openPage(stage.browser);
    await page.goto(`${stage.server.address}/new?game=yonin-shogi`);
    const north = page.getByLabel('Who plays North?');
    await north.locator('option', { hasText: 'Kon' }).waitFor({ state: 'attached' });
    await north.locator('option', { hasText: 'Washi' }).waitFor({ state: 'detached' });
    expect(await north.locator('option[value=program]').count()).toBe(0);
    await north.selectOption('Kon');
    await page.getByText('Plays at level 4 here.').waitFor();
  });
});
