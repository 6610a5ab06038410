import { describe, expect, it } from 'vitest';
import { expectAccessible, openPage } from './browser';
import { useStage } from './stage';
import { begin } from './table';

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
});
