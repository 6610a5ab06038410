import { describe, expect, it } from 'vitest';
import { expectAccessible, openPage } from './browser';
import { useStage } from './stage';
import { banner, begin, moveCount, myTurn, openCells } from './table';

describe('a link to a table', () => {
  const stage = useStage();
  const { server } = stage;

  for (const language of ['en', 'ja'] as const) {
    it(`asks for a name and offers the seats above the fold (${language})`, async () => {
      const host = await openPage(stage.browser);
      await begin(host.page, server.address, { game: 'yonin', seating: 'Me and friends by link' });
      const { page, complaints } = await openPage(stage.browser, { width: 360, height: 740, touch: true, language });
      await page.goto(host.page.url());
      const seats = page.getByRole('button', { name: language === 'en' ? /^Sit down at/ : /に座る$/ });
      await seats.first().waitFor();
      expect(await seats.count()).toBe(3);
      const name = await page.getByRole('textbox', { name: language === 'en' ? 'Your name' : '名前' }).boundingBox();
      const boxes = await Promise.all((await seats.all()).map((seat) => seat.boundingBox()));
      for (const box of boxes) {
        expect(box?.y).toBeGreaterThan(name?.y ?? 0);
        expect((box?.y ?? 740) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
      }
      await expectAccessible(page, 'joining');
      await seats.first().tap();
      await page
        .locator('.plate')
        .getByText(language === 'en' ? '· you' : '· あなた')
        .first()
        .waitFor();
      // Nobody gave a name: they are told apart by number.
      for (const guest of ['Guest 1', 'Guest 2']) await host.page.locator('.plate').getByText(guest).waitFor();
      expect([...complaints, ...host.complaints]).toEqual([]);
    });
  }

  it('is the first a host sees on a phone, who sits already', async () => {
    const { page, complaints } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    await begin(page, server.address, { game: 'yonin', seating: 'Me and friends by link' });
    const link = await page.getByLabel('Link to this table').boundingBox();
    const code = await page.getByRole('img', { name: 'QR code of the link' }).boundingBox();
    for (const box of [link, code]) expect((box?.y ?? 740) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
    const seats = page.getByRole('button', { name: /^Sit down at/ });
    expect(await seats.count()).toBe(3);
    expect((await seats.first().boundingBox())?.y).toBeGreaterThan(code?.y ?? 0);
    expect(await page.locator('.lobby .tile .primary').count()).toBe(0);
    await expectAccessible(page, 'a host who waits');
    expect(complaints).toEqual([]);
  });

  it('leads to a table that says who is away, and whom to call in', async () => {
    const { page } = await openPage(stage.browser, { width: 360, height: 740, touch: true });
    await begin(page, server.address, { game: 'reversi-8x8', seating: 'Me and friends by link' });
    const guest = await openPage(stage.browser, { settings: { name: 'Dai' } });
    await guest.page.goto(page.url());
    await guest.page.getByRole('button', { name: /^Sit down at/ }).click();
    await banner(page).getByText('Your turn').waitFor();
    await guest.context.close();
    await page.locator('.banner').getByText('Dai is away.').waitFor();
    await openCells(page).first().tap();
    await banner(page).getByText('Dai is away', { exact: true }).waitFor();
    const call = page.getByRole('button', { name: /Dai · .*let an AI play on/ });
    await call.waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    const box = await call.boundingBox();
    expect((box?.y ?? 740) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
    await call.tap();
    await page.waitForFunction(() => document.querySelectorAll('.moves ol li').length >= 2);
  });

  it('gives the seat back to a player who was replaced, and says who played', async () => {
    const [host, guest] = await Promise.all(
      ['Aya', 'Dai'].map((name) => openPage(stage.browser, { settings: { name } })),
    );
    const [aya, dai] = [host!.page, guest!.page];
    await begin(aya, server.address, { game: 'reversi-8x8', seating: 'Me and friends by link' });
    const room = aya.url();
    await dai.goto(room);
    await dai.getByRole('button', { name: /^Sit down at/ }).click();
    await myTurn(aya);
    await dai.goto(`${server.address}/settings`);
    await openCells(aya).first().click();
    await aya.getByRole('button', { name: /Dai · .*let an AI play on/ }).click();
    await myTurn(aya);
    await dai.goto(room);
    await dai.getByText('While you were away, Pon played a move for you.').waitFor();
    await openCells(aya).first().click();
    expect(await myTurn(dai)).toBe(true);
    const before = await moveCount(dai);
    await openCells(dai).first().click();
    await aya.waitForFunction((count) => document.querySelectorAll('.moves ol li').length > count, before);
    expect([...host!.complaints, ...guest!.complaints]).toEqual([]);
  });

  it('lets the host take the seat of somebody away before the game, who reads of it when back', async () => {
    const [host, guest] = await Promise.all(
      ['Aya', 'Dai'].map((name) => openPage(stage.browser, { width: 360, height: 740, settings: { name } })),
    );
    const [aya, dai] = [host!.page, guest!.page];
    await begin(aya, server.address, { game: 'yonin', seating: 'Me and friends by link' });
    const room = aya.url();
    await dai.goto(room);
    await dai
      .getByRole('button', { name: /^Sit down at/ })
      .first()
      .click();
    await aya.locator('.plate').getByText('Dai').waitFor();
    await dai.goto(`${server.address}/settings`);
    // That somebody is away is seen without scrolling, and where they sat.
    const news = aya.locator('.banner').getByText('Dai is away.');
    await news.waitFor();
    await aya.evaluate(() => scrollTo(0, 0));
    expect((await news.boundingBox())?.y).toBeLessThan(740);
    await aya.locator('.tile').getByText('Dai · away').waitFor();
    const change = aya.getByRole('button', { name: /^Dai, Change/ });
    await change.click();
    await aya.getByRole('button', { name: 'I play here' }).click();
    // With two seats at one screen nobody is "you".
    await expect.poll(() => aya.locator('.plate .who').getByText('Aya').count()).toBe(2);
    expect(await aya.locator('.plate').getByText('· you').count()).toBe(0);
    await dai.goto(room);
    await dai.getByText('While you were away, somebody else took your seat.').waitFor();
    expect([...host!.complaints, ...guest!.complaints]).toEqual([]);
  });

  it('offers no seat of a game between people that would be refused', async () => {
    const { page } = await openPage(stage.browser, { settings: { name: 'Aya' } });
    await begin(page, server.address, { game: 'reversi-8x8', seating: 'Me and friends by link' });
    const guest = await openPage(stage.browser, { settings: { name: 'Dai' } });
    await guest.page.goto(page.url());
    await guest.page.getByRole('button', { name: /^Sit down at/ }).click();
    await openCells(page).first().click();
    await guest.context.close();
    await page.getByRole('button', { name: /^Dai, Change/ }).click();
    await page.getByRole('button', { name: 'Let an AI sit here' }).waitFor();
    expect(await page.getByRole('button', { name: 'I play here' }).count()).toBe(0);
    // Who is chosen instead has a name and a face.
    await page.getByRole('button', { name: 'Kuma' }).click();
    const plate = page.locator('.plate').filter({ hasText: 'Dai · Kuma' });
    await plate.locator('.faced').waitFor();
    await page.locator('.banner').getByText('Kuma moved for Dai.').waitFor();
  });

  it('tells nobody of moves that were not made while they were away', async () => {
    const [host, guest] = await Promise.all(
      ['Aya', 'Dai'].map((name) => openPage(stage.browser, { settings: { name } })),
    );
    const [aya, dai] = [host!.page, guest!.page];
    await begin(aya, server.address, { game: 'reversi-8x8', seating: 'Me and friends by link' });
    await dai.goto(aya.url());
    await dai.getByRole('button', { name: /^Sit down at/ }).click();
    // What is to be done at one's own turn is not told before it.
    await banner(dai).getByText('Aya to move').waitFor();
    expect(await dai.getByText('Place on a dot').count()).toBe(0);
    await aya.getByText('Place on a dot').waitFor();
    await dai.goto(`${server.address}/settings`);
    await aya.getByRole('button', { name: /Dai · .*let an AI play on/ }).click();
    await aya.locator('.plate').getByText('Dai · Pon').waitFor();
    await dai.goto(aya.url());
    await dai.locator('.plate').getByText('· you').waitFor();
    expect(await dai.getByText(/While you were away/).count()).toBe(0);
    await openCells(aya).first().click();
    await dai.getByText('Place on a dot').waitFor();
    expect([...host!.complaints, ...guest!.complaints]).toEqual([]);
  });
});
