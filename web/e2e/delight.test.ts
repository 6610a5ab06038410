// Opponents with a face, hints in the first game, the count at the end, names at one device, hiragana.

import { describe, expect, it } from 'vitest';
import { openPage } from './browser';
import { useStage } from './stage';
import { begin, openCells } from './table';

describe('a game', () => {
  const stage = useStage();
  const { server } = stage;

  it('begins with a tap on an opponent, who has a name at the table', async () => {
    const { page, complaints } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    await page.goto(server.address);
    await page.getByRole('button', { name: /^Kon Entertaining/ }).tap();
    await page.waitForSelector('[role=grid]');
    await page.locator('.plate').getByText('Kon', { exact: true }).waitFor();
    await openCells(page).first().tap();
    await page.waitForFunction(() => document.querySelectorAll('.moves ol li').length >= 2);
    expect(complaints).toEqual([]);
  });

  it('is played by three opponents who are chosen, where four play', async () => {
    const { page, complaints } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    const against = (three: string) => page.getByRole('button', { name: `Play against ${three}` });
    const seated = () => page.locator('.plate .who').allInnerTexts();
    await page.goto(server.address);
    await page.getByRole('radio', { name: 'Yonin', exact: true }).tap();
    await against('Piyo, Tama, and Pon').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    // For a fourth there is no place until somebody makes one, at the table or by another tap.
    const places = page.getByRole('list', { name: 'Your three opponents' });
    await page.getByRole('button', { name: /^Hachi Loyal/, pressed: false }).tap();
    await page.getByText('All three places are taken.').first().waitFor();
    await against('Piyo, Tama, and Pon').waitFor();
    await places.getByRole('button', { name: 'Remove Piyo' }).tap();
    await page.getByRole('button', { name: /^Tama Mischievous/, pressed: true }).tap();
    expect(await places.getByRole('listitem').allInnerTexts()).toEqual(['Pon', 'free', 'free']);
    expect(await page.getByRole('button', { name: 'Choose 2 more opponents' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: /^Hachi Loyal/, pressed: false }).tap();
    await page.getByRole('button', { name: /^Kuma Cautious/ }).tap();
    expect(await page.locator('.full').count()).toBe(0);
    await against('Pon, Hachi, and Kuma').tap();
    await page.waitForSelector('[role=grid]');
    expect((await seated()).toSorted()).toEqual(['Guest', 'Hachi', 'Kuma', 'Pon']);
    await openCells(page).first().tap();
    await page.waitForFunction(() => document.querySelectorAll('.moves ol li').length >= 4);

    await page.goto(server.address);
    await page.getByRole('radio', { name: 'Yonin-shogi', exact: true }).tap();
    await against('Piyo, Pon, and Kon').tap();
    await page.waitForSelector('[role=grid]');
    expect((await seated()).toSorted()).toEqual(['Guest', 'Kon', 'Piyo', 'Pon']);

    // Three of one level are nobody in particular.
    await page.goto(server.address);
    await page.getByRole('button', { name: 'Play: Yonin', exact: true }).tap();
    await page.waitForSelector('[role=grid]');
    expect((await seated()).toSorted()).toEqual(['Guest', 'Level 3', 'Level 3', 'Level 3']);
    expect(complaints).toEqual([]);
  });

  it('can be begun wherever one is among the opponents, who are all to be seen', async () => {
    const { page } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    await page.goto(server.address);
    await page.getByRole('radio', { name: 'Yonin-shogi', exact: true }).tap();
    const cards = page.locator('section[aria-labelledby=opponents] > ul button');
    const begins = page.getByRole('button', { name: /^Play against/ });
    for (const card of await cards.all()) {
      await card.focus();
      await card.scrollIntoViewIfNeeded();
      const [seen, bar] = [await card.boundingBox(), await begins.boundingBox()];
      expect(bar?.y).toBeGreaterThanOrEqual(0);
      expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(740);
      const middle = { x: (seen?.x ?? 0) + (seen?.width ?? 0) / 2, y: (seen?.y ?? 0) + (seen?.height ?? 0) / 2 };
      const isFree = await card.evaluate(
        (element, { x, y }) => element.contains(document.elementFromPoint(x, y)),
        middle,
      );
      expect(isFree, await card.innerText()).toBe(true);
    }
  });

  it('gives three hints the first time, each once, and none when nobody wants them', async () => {
    const { page } = await openPage(stage.browser);
    await begin(page, server.address, { game: 'yonin', seating: 'All on this device' });
    const hint = page.getByRole('complementary', { name: 'A hint for the first game' });
    await hint.getByText('Your quarter is the one of your colour').waitFor();
    await hint.getByRole('button', { name: 'Got it' }).click();
    await hint.waitFor({ state: 'detached' });
    await openCells(page).first().click();
    await hint.getByText('The seat across').waitFor();
    await hint.getByRole('button', { name: 'No hints' }).click();
    await openCells(page).first().click();
    await page.waitForFunction(() => document.querySelectorAll('.moves ol li').length >= 2);
    await begin(page, server.address, { game: 'yonin', seating: 'All on this device' });
    expect(await hint.count()).toBe(0);
  });

  it('moves on to the next hint with every turn, also when nobody says that they have read one', async () => {
    const { page } = await openPage(stage.browser);
    await begin(page, server.address, { game: 'reversi-8x8', seating: 'All on this device' });
    const hint = page.getByRole('complementary', { name: 'A hint for the first game' });
    for (const text of ['Place on a dot', 'A disc in a corner', 'Few discs now']) {
      await hint.getByText(text).waitFor();
      await openCells(page).first().click();
    }
    await hint.waitFor({ state: 'detached' });
    await begin(page, server.address, { game: 'reversi-8x8', seating: 'All on this device' });
    expect(await hint.count()).toBe(0);
  });

  for (const [how, animation, reduced] of [
    ['within two seconds', true, false],
    ['at once without motion', false, false],
    ['at once where the device asks for less motion', true, true],
  ] as const) {
    it(`counts at the end ${how}`, async () => {
      const { page } = await openPage(stage.browser, { settings: { animation } });
      await page.emulateMedia({ reducedMotion: reduced ? 'reduce' : 'no-preference' });
      await page.clock.install();
      // Black fills the last square.
      await begin(page, server.address, {
        game: 'reversi-4x4',
        start: '-OXXXXOOXXOOOOOO X',
        seating: 'All on this device',
      });
      await page.evaluate(() => {
        const look = () => {
          if (document.body.innerText.includes('The discs are counted…')) Object.assign(window, { counted: true });
        };
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      // From here on the page's time goes on in steps only, however busy the machine is.
      await page.clock.pauseAt(Date.now() + 2000);
      await openCells(page).first().click();
      const there = (what: string) => page.locator(what).count();
      while ((await there('.moves ol li')) === 0) await page.clock.runFor(20);
      let lasted = 0;
      while ((await there('section.end')) === 0 && lasted < 5000) {
        await page.clock.runFor(50);
        lasted += 50;
      }
      const counted = await page.evaluate(() => Reflect.get(window, 'counted') === true);
      const moves = animation && !reduced;
      expect(counted).toBe(moves);
      expect(lasted).toBeGreaterThanOrEqual(moves ? 500 : 0);
      expect(lasted).toBeLessThanOrEqual(moves ? 2000 : 50);
    });
  }

  it('is among one’s own results whoever was played', async () => {
    const { page, complaints } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    await page.goto(server.address);
    await page.getByRole('button', { name: /^Kon Entertaining/ }).tap();
    await openCells(page).first().tap();
    await page.waitForFunction(() => document.querySelectorAll('.moves ol li').length >= 2);
    await page.getByRole('button', { name: 'Resign', exact: true }).tap();
    await page.getByRole('button', { name: 'Yes, resign' }).tap();
    const own = page.getByRole('region', { name: 'Your results' });
    await own.getByText('As a table').tap();
    expect(await own.locator('tbody td').allInnerTexts()).toEqual(expect.arrayContaining(['Kon', '–', 'lost']));
    // Letters are as large on the screen as they are drawn.
    const graph = own.getByRole('img');
    const scale = await graph.evaluate((svg: SVGSVGElement) => svg.getScreenCTM()?.a ?? 0);
    const sizes = await graph
      .locator('text')
      .evaluateAll((texts) => texts.map((text) => parseFloat(getComputedStyle(text).fontSize)));
    expect(Math.min(...sizes) * scale).toBeGreaterThanOrEqual(11.9);
    expect(complaints).toEqual([]);
  });

  it('knows the names of people at one device', async () => {
    const { page } = await openPage(stage.browser);
    await page.goto(`${server.address}/new?game=yonin`);
    await page.getByRole('button', { name: 'All on this device' }).click();
    const names = ['Aya', 'Ken', 'Mio', 'Leo'];
    const fields = page.getByRole('textbox', { name: /^Name at/ });
    for (const [seat, name] of names.entries()) await fields.nth(seat).fill(name);
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    for (const name of names) await page.locator('.plate').getByText(name, { exact: true }).waitFor();
    expect(await page.locator('.plate').count()).toBe(4);
  });

  it('writes shogi moves the Japanese way, and hiragana for children', async () => {
    const { page } = await openPage(stage.browser, { language: 'ja' });
    await page.goto(`${server.address}/new?game=yonin-shogi`);
    await page.getByRole('button', { name: '全員この端末で' }).click();
    await page.getByRole('button', { name: '対局開始' }).click();
    await page.getByRole('gridcell', { name: /^５七、?,? ?歩/ }).click();
    await page.getByRole('gridcell', { name: /^５六/ }).click();
    await page.locator('.moves ol').getByText('５六歩').waitFor();
    await page.goto(`${server.address}/settings`);
    await page.getByRole('button', { name: 'ひらがな' }).click();
    await page.goto(server.address);
    await page.getByRole('button', { name: 'あそぶ：オセロ' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
  });
});
