// Children who read no kanji yet: whatever they meet is in hiragana.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, openPage } from './browser';
import { useStage } from './stage';
import { openCells } from './table';

/** What can be read or heard, without what is a picture: the name of the game, its pieces and the ranks of their board. */
function kanjiOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = [...document.querySelectorAll('body, [aria-label], [title]')].flatMap((element) => [
      element.getAttribute('aria-label') ?? '',
      element.getAttribute('title') ?? '',
    ]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent?.closest('script, style, .piece, .coordinate, [lang="ja"]')) continue;
      // Players behind files go by the names their authors gave them.
      if (parent?.closest('optgroup')) continue;
      words.push(node.textContent ?? '');
    }
    return words.filter((text) => /[一-鿿]/.test(text.replaceAll(/[１-９][一二三四五六七八九]/g, '')));
  });
}

describe('a child', () => {
  const stage = useStage();
  const { server } = stage;

  it('finds hiragana with one tap, and nothing else from there on', async () => {
    const { page, complaints } = await openPage(stage.browser, {
      width: 360,
      height: 740,
      language: 'ja',
      touch: true,
    });
    await page.goto(server.address);
    await page.getByRole('button', { name: 'ひらがな' }).tap();
    await page.getByText('1まい かえせば、ながれが かわる。').waitFor();
    expect(await kanjiOn(page), 'title').toEqual([]);
    await expectAccessible(page, 'the title in hiragana');
    for (const path of ['new', 'new?game=yonin', 'records', 'settings', 'how/othello', 'how/yonin', 'how/shogi']) {
      await page.goto(`${server.address}/${path}`);
      await page.waitForLoadState('networkidle');
      expect(await kanjiOn(page), path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path}: width`).toBeLessThanOrEqual(
        360,
      );
    }
    await page.goto(`${server.address}/new`);
    await page.locator('select option[value="face:fox"]').first().waitFor({ state: 'attached' });
    expect(await page.locator('option[value^="player:"]').count(), 'programs of researchers').toBe(0);
    await page.goto(server.address);
    await page.getByRole('button', { name: /^ぴよ/ }).tap();
    await page.locator('.plate').getByText('ぴよ').waitFor();
    expect(await page.locator('.plate svg.chick').count(), 'the portrait').toBe(1);
    await openCells(page).first().tap();
    await page.locator('.moves ol li').first().waitFor();
    expect(await kanjiOn(page), 'a game').toEqual([]);
    expect(complaints).toEqual([]);
  });
});
