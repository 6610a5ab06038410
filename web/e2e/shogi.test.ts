import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from './browser';
import { useStage } from './stage';
import { banner, begin, cell, pieceCell } from './table';

const JUMP = '4nK4/9/9/9/wK7eK/9/9/5sR3/4sK4 -/-/-/- S - 0000 iemoto 0 1';
const TAKES = '4nK4/9/9/3nP1eG3/wK2wS1sR1nSeK/9/4nG4/9/4sK4 -/-/-/- S - 0000 iemoto 0 1';
const MATE = 'nK8/7nS1/sSeR7/9/8eK/wR4nP3/9/9/wK3sK4 P/-/-/- S - 0000 iemoto 0 1';

describe('Yonin-shogi', () => {
  const stage = useStage();
  const { server } = stage;

  async function move(page: Page, from: string, to: string): Promise<void> {
    await cell(page, pieceCell(from)).click();
    await cell(page, pieceCell(to)).click();
  }

  it('tells of checks and jumps', async () => {
    const { page, complaints } = await openPage(stage.browser);
    await begin(page, server.address, { game: 'yonin-shogi', start: JUMP, seating: 'All on this device' });
    await banner(page).getByText('South to move').waitFor();
    await move(page, '4h', '1h');
    await page.getByText('Check to East. The turn jumps over West · North: East moves.').first().waitFor();
    await banner(page).getByText('East to move').waitFor();
    expect(await page.getByRole('gridcell', { name: /king, East, in check/ }).count()).toBe(1);
    await move(page, '1e', '2d');
    await banner(page).getByText('South to move').waitFor();
    expect(complaints).toEqual([]);
  });

  it('writes what moves are worth beside what lies on their squares', async () => {
    for (const pieces of ['letters', 'kanji'] as const) {
      const { page } = await openPage(stage.browser, {
        width: 360,
        height: 740,
        touch: true,
        settings: { evaluation: true, pieces },
      });
      await begin(page, server.address, { game: 'yonin-shogi', start: TAKES, seating: 'Me against AIs' });
      await page.locator('.plate .value').filter({ hasText: /\d/ }).first().waitFor();
      await cell(page, pieceCell('4e')).tap();
      const values = page.locator('[role=gridcell] rect.plate');
      await values.first().waitFor();
      const found = await values.evaluateAll((plates) =>
        plates.map((plate) => {
          const square = plate.closest('[role=gridcell]')!;
          const own = plate.getBoundingClientRect();
          const unit = own.height / (plate as SVGRectElement).height.baseVal.value;
          const covered = [...square.querySelectorAll('.letter, .kanji, .legal')].filter((mark) => {
            const box = mark.getBoundingClientRect();
            // A line is higher than what is written in it.
            const ink = mark.matches('.kanji') ? 0.92 : 0.72;
            const size = mark.matches('.legal') ? box.height : parseFloat(getComputedStyle(mark).fontSize) * unit * ink;
            const apart = Math.abs((own.top + own.bottom - box.top - box.bottom) / 2);
            return apart < (own.height + size) / 2;
          });
          return { takes: square.querySelector('.take') !== null, covered: covered.length };
        }),
      );
      expect(found.filter(({ takes }) => takes)).toHaveLength(3);
      expect(found.length).toBeGreaterThan(6);
      expect(
        found.filter(({ covered }) => covered > 0),
        pieces,
      ).toEqual([]);
    }
  });

  it('mates, inherits, promotes and drops', async () => {
    const { page, complaints } = await openPage(stage.browser);
    await begin(page, server.address, { game: 'yonin-shogi', start: MATE, seating: 'All on this device' });
    await move(page, '9c', '8d');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave it as it is' }).click();
    await page.getByText('North is mated by South.').first().waitFor();
    expect(await cell(page, pieceCell('9a')).getAttribute('aria-label')).toContain('wall');
    // Inherited, but looking where it looked.
    expect(await cell(page, pieceCell('4f')).getAttribute('aria-label')).toContain('pawn, South, → North');
    await move(page, '9i', '9h');
    await move(page, '1e', '1d');

    await banner(page).getByText('South to move').waitFor();
    await move(page, '4f', '4g');
    await page.getByRole('dialog').getByRole('button', { name: 'Promote', exact: true }).click();
    await page.getByRole('gridcell', { name: /4g, promoted pawn, South/ }).waitFor();
    await move(page, '9h', '8h');
    await move(page, '1d', '1e');

    // By two taps with the keyboard's twin, then taken back and by dragging.
    const pawn = page.getByRole('group', { name: 'South: in hand' }).getByRole('button', { name: '1 × pawn' });
    await pawn.click();
    await cell(page, pieceCell('4e')).click();
    await page.getByRole('gridcell', { name: /4e, pawn, South/ }).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('gridcell', { name: /4e, empty/ }).waitFor();
    const [from, to] = [await pawn.boundingBox(), await cell(page, pieceCell('3e')).boundingBox()];
    if (!from || !to) throw new Error('no place to drag from or to');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    await page.mouse.up();
    await page.getByRole('gridcell', { name: /3e, pawn, South/ }).waitFor();

    // A second seat goes out: the game is over.
    await banner(page).getByText('West to move').waitFor();
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, resign' }).click();
    await page.locator('section.end').waitFor();
    expect(await page.locator('.end .rank').allInnerTexts()).toEqual(['1st', '2nd', '3rd', '4th']);
    expect(complaints).toEqual([]);
  });

  it('turns to every seat, and faces all of them at one tablet', async () => {
    const { page, complaints } = await openPage(stage.browser, {
      width: 1024,
      height: 768,
      settings: { table: true, pieces: 'kanji' },
    });
    await begin(page, server.address, { game: 'yonin-shogi', seating: 'All on this device' });
    await page.locator('.table.facing').waitFor();
    expect(await page.locator('.place.top').evaluate((place) => getComputedStyle(place).rotate)).toBe('180deg');
    // From the other side 6 and 9 are each other.
    const underlined = await page
      .locator('.coordinate')
      .evaluateAll((texts) =>
        texts
          .filter((text) => getComputedStyle(text).textDecorationLine === 'underline')
          .map((text) => text.textContent),
      );
    expect(underlined.toSorted()).toEqual(['6', '9']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(complaints).toEqual([]);
  });
});
