// Opponents with a face, hints in the first game, the count at the end, names at one device, hiragana.

import { describe, expect, it } from 'vitest';
import { openPage } from './browser';
import { useStage } from './stage';
import { banner, begin, openCells } from './table';

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

  /** A person against an AI fills the last square of a small board. */
  const LAST_SQUARE = { won: '-OXXXXOOXXOOOOOX X', lost: '-OXXXXOOXOOOOOOO X', drawn: '-OXXXXOOXXOOOOOO X' };

  /** What may be plucked at the end, in hertz. */
  const STRINGS = new Set([293.7, 349.2, 392, 440, 587.3, 784]);

  /** Plays the last move, and tells how the end was shown; `lasted` in milliseconds of the page's own time. */
  async function playOut(start: string, animation: boolean, reduced: boolean) {
    const { page, complaints } = await openPage(stage.browser, { settings: { animation } });
    await page.emulateMedia({ reducedMotion: reduced ? 'reduce' : 'no-preference' });
    // What is heard: when, by the page's own time, and which strings are plucked.
    await page.addInitScript(() => {
      const heard: { at: number; frequency: number }[] = [];
      Object.assign(window, { heard });
      const set = AudioParam.prototype.setValueAtTime;
      AudioParam.prototype.setValueAtTime = function (value, at) {
        if (this.maxValue > 20_000) heard.push({ at, frequency: value });
        return set.call(this, value, at);
      };
    });
    await page.clock.install();
    await begin(page, server.address, { game: 'reversi-4x4', start, seating: 'Me against AIs' });
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
    /** What stood at the two colours meanwhile. */
    const scores: number[][] = [];
    while ((await there('section.end')) === 0 && lasted < 5000) {
      const both = [0, 1].map((seat) => page.locator(`.plate.seat-${seat} .score`).innerText());
      scores.push((await Promise.all(both)).map(Number));
      await page.clock.runFor(50);
      lasted += 50;
    }
    const shown = await banner(page).evaluate((line) => {
      const [own, discs] = [getComputedStyle(line), getComputedStyle(line, '::before')];
      return {
        color: own.color,
        size: parseFloat(own.fontSize),
        animation: own.animationName,
        discs: discs.content === 'none' ? 'none' : discs.animationName,
        moves: own.animationName === 'none' ? 0 : 1000 * parseFloat(own.animationDuration),
      };
    });
    const counted = await page.evaluate(() => Reflect.get(window, 'counted') === true);
    const heard = await page.evaluate(() => Reflect.get(window, 'heard') as { at: number; frequency: number }[]);
    const played = heard.filter(({ frequency }) => STRINGS.has(frequency));
    // From the knock of the disc on the board to the first string.
    const waited = 1000 * ((played[0]?.at ?? Infinity) - (heard[0]?.at ?? 0));
    const strings = [...new Set(played.map(({ frequency }) => frequency))];
    const seen = { text: await banner(page).innerText(), counted, scores, lasted, ...shown, strings, waited };
    expect(complaints).toEqual([]);
    await page.context().close();
    return seen;
  }

  for (const [how, animation, reduced] of [
    ['within two seconds', true, false],
    ['at once without motion', false, false],
    ['at once where the device asks for less motion', true, true],
  ] as const) {
    it(`counts at the end ${how}, and winning is another thing than losing`, async () => {
      const won = await playOut(LAST_SQUARE.won, animation, reduced);
      const lost = await playOut(LAST_SQUARE.lost, animation, reduced);
      const drawn = await playOut(LAST_SQUARE.drawn, animation, reduced);
      expect([won.text, lost.text, drawn.text]).toEqual(['You win', 'You lose', 'A draw']);
      const moves = animation && !reduced;
      for (const end of [won, lost, drawn]) {
        expect(end.counted).toBe(moves);
        expect(end.lasted).toBeGreaterThanOrEqual(moves ? 500 : 0);
        expect(end.lasted + end.moves).toBeLessThanOrEqual(moves ? 2000 : 50);
        // One colour is counted after the other.
        const counts = moves ? end.scores.slice(1) : [];
        expect(counts.some(([black = 0, white]) => black > 0 && white === 0)).toBe(moves);
        const all = counts.at(-1)?.[0];
        expect(counts.every(([black, white]) => white === 0 || black === all)).toBe(true);
      }
      // Colours and sizes tell it without motion too.
      expect(new Set([won.color, lost.color, drawn.color]).size).toBe(3);
      expect(won.size).toBeGreaterThan(lost.size);
      // Whoever wins sees it leap up among discs; whoever loses sees it come quietly.
      const animations = [won, lost, drawn].map((end) => end.animation.replace(/^svelte-\w+-/, ''));
      expect(animations).toEqual(moves ? ['leap', 'come', 'none'] : ['none', 'none', 'none']);
      expect([won.discs === 'none', lost.discs, drawn.discs]).toEqual([!moves, 'none', 'none']);
      // Whoever wins hears five strings, everybody else four that are darker, after the count.
      expect(won.strings).toEqual([293.7, 392, 440, 587.3, 784]);
      for (const { strings } of [lost, drawn]) expect(strings).toEqual([293.7, 349.2, 440, 587.3]);
      for (const { waited } of [won, lost, drawn]) {
        expect(waited).toBeGreaterThanOrEqual(moves ? 500 : 0);
        expect(waited).toBeLessThanOrEqual(moves ? 2000 : 50);
      }
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
    // How it ended is seen, also by who had scrolled down to give up.
    await banner(page).getByText('You lose').waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector('.banner .turn')?.getBoundingClientRect();
      return box && box.top >= 0 && box.bottom <= innerHeight;
    });
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
