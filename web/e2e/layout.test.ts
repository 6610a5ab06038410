// How large things are, and what one sees without scrolling.

import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, openPage, rewrite, WRITINGS } from './browser';
import { useStage } from './stage';
import { begin, brokenWords, everybodyResigns, openCells } from './table';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxOf = async (what: Locator): Promise<Box> => {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${String(what)} is not seen`);
  return box;
};
const isWithin = ({ x, y, width, height }: Box, whole: { width: number; height: number }) =>
  x >= 0 && y >= 0 && x + width <= whole.width && y + height <= whole.height;
const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const GAMES = [
  ...['8x8', '6x6', '4x4', '10x10', '88', 'octagon', 'nipp'].map((board) => `reversi-${board}`),
  'yonin',
  'yonin-shogi',
];
const NAME = 'Wolfeschlegelsteinhausenbergerdorff';

describe('the screen of a game', () => {
  const stage = useStage();
  const { server } = stage;

  for (const [width, height, least] of [
    [1024, 768, 600],
    [1366, 768, 660],
    [1920, 1080, 900],
  ] as const) {
    it(`gives every board ${least} pixels of ${width}×${height}, and cuts no name`, async () => {
      const { page, complaints } = await openPage(stage.browser, { width, height, settings: { name: NAME } });
      for (const game of GAMES) {
        await begin(page, server.address, { game, seating: 'Me against AIs' });
        // The board itself, without the coordinates beside it.
        const frame = page.locator('[role=grid] .frame');
        const isFramed = !['reversi-88', 'reversi-octagon', 'reversi-nipp'].includes(game);
        const box = await (isFramed ? frame : page.locator('[role=grid]')).boundingBox();
        expect(box?.width, game).toBeGreaterThanOrEqual(least);
        expect((box?.y ?? 0) + (box?.height ?? 0), `${game}: lower edge`).toBeLessThanOrEqual(height);
        // Desktops need no scroll bar for it.
        const whole = await page.evaluate(() => document.documentElement.scrollHeight);
        expect(whole, `${game}: height`).toBeLessThanOrEqual(width > 1024 ? height : Infinity);
        const plates = page.locator('.plate');
        const boxes = await plates.evaluateAll((all) =>
          all.map((plate) => plate.getBoundingClientRect().toJSON() as DOMRect),
        );
        const overlaps = boxes.flatMap((one, index) =>
          boxes
            .slice(index + 1)
            .filter(
              (two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom,
            ),
        );
        expect(overlaps, `${game}: plates`).toEqual([]);
        const cut = await page
          .locator('.plate .who')
          .evaluateAll((all) => all.filter((who) => who.scrollWidth > who.clientWidth).length);
        expect(cut, `${game}: names`).toBe(0);
        await page.locator('.plate').getByText(NAME).waitFor();
      }
      expect(complaints).toEqual([]);
    });
  }

  for (const [game, others] of [
    ['yonin', ['Hachi', 'Washi', 'Piyo']],
    ['yonin-shogi', ['Kon', 'Washi', 'Piyo']],
  ] as const) {
    it(`stands names in even rows on a phone at ${game}`, async () => {
      const { page } = await openPage(stage.browser, {
        width: 360,
        height: 740,
        touch: true,
        settings: { name: 'Aya' },
      });
      await page.goto(`${server.address}/new?game=${game}`);
      const faces = page.getByRole('group', { name: 'Opponents' });
      for (const [seat, name] of others.entries()) await faces.nth(seat).getByRole('button', { name }).tap();
      await page.getByRole('button', { name: 'Begin', exact: true }).tap();
      await page.waitForSelector('[role=grid]');
      const plates = await page.locator('.plate').evaluateAll((all) =>
        all.map((plate) => {
          const [{ top, bottom }, who] = [plate, plate.querySelector('.who')!].map((each) =>
            each.getBoundingClientRect(),
          ) as [DOMRect, DOMRect];
          return [top, bottom, who.top].map(Math.round) as [number, number, number];
        }),
      );
      for (const [top, bottom, name] of plates)
        for (const [, otherBottom, otherName] of plates.filter(([other]) => Math.abs(other - top) < 30)) {
          expect(bottom).toBe(otherBottom);
          expect(Math.abs(name - otherName)).toBeLessThanOrEqual(2);
        }
      // No line begins with what parts it from the one above.
      const leading = await page.locator('.plate .dot').evaluateAll((dots) =>
        dots.filter((dot) => {
          const [own, line] = [dot, dot.closest('.seat')!].map((each) => each.getBoundingClientRect());
          return own!.width > 0 && own!.left - line!.left < 2;
        }),
      );
      expect(leading).toEqual([]);
      expect(await page.locator('.plate .dot').count()).toBeGreaterThan(0);
    });
  }

  for (const [writing, names, guest] of [
    [WRITINGS[0], ['Christopher', 'Anna-Lena Müller', 'Maximilian', 'Josephine Baker'], 'Christopher Maximilian'],
    [
      WRITINGS[1],
      ['クリストファー', '勅使河原 小次郎', 'アレクサンドラ', '佐々木 まりあんぬ'],
      'クリストファー 長谷川',
    ],
    [WRITINGS[2], ['こじろう', 'てしがわら まりこ', 'アレクサンドラ', 'ささき じゅげむ'], 'ちょうそかべ もとちか'],
  ] as const) {
    it(`breaks and cuts no word of a name on a phone, in plates, tiles and lists: ${names[0]}`, async () => {
      const look = { width: 360, height: 740, touch: true } as const;
      const [english] = WRITINGS;
      for (const game of ['reversi-8x8', 'yonin', 'yonin-shogi']) {
        const { page } = await openPage(stage.browser, look);
        await page.goto(`${server.address}/new?game=${game}`);
        await page.getByRole('button', { name: 'All on this device' }).tap();
        const boxes = page.locator('input[type=text]');
        for (let seat = 0; seat < (await boxes.count()); seat++) await boxes.nth(seat).fill(names[seat] ?? '');
        await page.getByRole('button', { name: 'Begin', exact: true }).tap();
        await page.waitForSelector('[role=grid]');
        await rewrite(page, writing);
        await page.locator('.plate .who').getByText(names[0]).waitFor();
        expect(await brokenWords(page.locator('.plate .who')), game).toEqual([]);
        await rewrite(page, english);
        await everybodyResigns(page);
        await rewrite(page, writing);
        await page.locator('section.end td').first().waitFor();
        expect(await brokenWords(page.locator('.banner p, .plate .who, section.end td')), `${game}: ranks`).toEqual([]);
        await page.locator('section.end a[href^="/records/"]').tap();
        await page.locator('.studying .plate .who').first().waitFor();
        expect(await brokenWords(page.locator('.plate .who')), `${game}: review`).toEqual([]);
        await page.goto(`${server.address}/records`);
        await page.locator('li .who').first().waitFor();
        expect(await brokenWords(page.locator('li')), `${game}: list`).toEqual([]);
        // How it ended lies on nothing else.
        const [who, rank] = [await boxOf(page.locator('li .open')), await boxOf(page.locator('li .rank'))];
        expect(rank.y).toBeGreaterThanOrEqual(who.y + who.height);
      }
      const { page } = await openPage(stage.browser, { ...look, settings: { name: guest } });
      await page.goto(`${server.address}/new?game=yonin`);
      await page.getByRole('button', { name: 'Me and friends by link' }).tap();
      await page.getByRole('button', { name: 'Begin', exact: true }).tap();
      await page.locator('.tile').first().waitFor();
      await rewrite(page, writing);
      await page.locator('.tile').first().waitFor();
      expect(await brokenWords(page.locator('.tile, .plate .who'))).toEqual([]);
    });
  }

  it('shows all of a name that is one word too long for any line', async () => {
    const long = 'じゅげむじゅげむごこうのすりきれかいじゃり';
    for (const game of ['reversi-8x8', 'yonin', 'yonin-shogi']) {
      const settings = { name: long };
      const { page } = await openPage(stage.browser, { width: 360, height: 740, touch: true, settings });
      await begin(page, server.address, { game, seating: 'Me against AIs' });
      const who = page.locator('.plate .who').getByText(long);
      await who.waitFor();
      const outside = await who.evaluate((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        const plate = name.closest('.plate')!.getBoundingClientRect();
        return [...range.getClientRects()].filter(
          (line) =>
            line.left < plate.left || line.right > plate.right || line.top < plate.top || line.bottom > plate.bottom,
        ).length;
      });
      expect(outside, game).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
  });

  it('writes every coordinate whole beside the frame', async () => {
    for (const [width, height] of [
      [360, 740],
      [768, 1024],
      [1366, 768],
    ] as const) {
      const { page } = await openPage(stage.browser, { width, height });
      for (const game of ['4x4', '6x6', '8x8', '10x10'].map((board) => `reversi-${board}`).concat('yonin-shogi')) {
        await begin(page, server.address, { game, seating: 'All on this device' });
        const wrong = await page.locator('.coordinate').evaluateAll((texts) => {
          const [frame, whole] = ['.frame', '[role=grid]'].map((part) =>
            document.querySelector(part)!.getBoundingClientRect(),
          );
          return texts
            .filter((text) => {
              const box = text.getBoundingClientRect();
              const isOff = box.right <= frame!.left || box.bottom <= frame!.top;
              // The line of a letter is higher than the letter.
              return !isOff || box.left < whole!.left - 0.5 || box.top < whole!.top - 1.5;
            })
            .map((text) => text.textContent);
        });
        expect(await page.locator('.coordinate').count(), game).toBeGreaterThan(0);
        expect(wrong, `${game} on ${width}×${height}`).toEqual([]);
      }
    }
  });

  for (const [width, height] of [
    [360, 740],
    [768, 1024],
  ] as const) {
    it(`shows hints of the first game and what comes after it on the first screen of ${width}×${height}`, async () => {
      for (const game of ['reversi-8x8', 'yonin', 'yonin-shogi']) {
        const { page } = await openPage(stage.browser, { width, height, touch: true });
        await begin(page, server.address, { game, seating: 'All on this device' });
        /** Where something ends, from the upper edge of the screen. */
        const ends = async (what: Locator) => {
          const box = await what.boundingBox();
          return (box?.y ?? Infinity) + (box?.height ?? 0);
        };
        const hint = page.getByRole('complementary', { name: 'A hint for the first game' });
        // On a phone with hands of pieces, its words; nothing lies over anything for the rest.
        const isTight = game === 'yonin-shogi' && width < 700;
        expect(await ends(isTight ? hint.locator('p') : hint), `${game}: hint`).toBeLessThanOrEqual(height);
        const board = await ends(page.locator('[role=grid]'));
        expect((await hint.boundingBox())?.y, `${game}: board`).toBeGreaterThanOrEqual(board - 2);
        await everybodyResigns(page);
        await page.evaluate(() => scrollTo(0, 0));
        for (const next of ['Rematch', 'Home'])
          expect(
            await ends(page.locator('section.end').getByText(next, { exact: true })),
            `${game}: ${next}`,
          ).toBeLessThanOrEqual(height);
      }
    });
  }

  it('leaves what one can do, and what was asked for, free of hints of the first game', async () => {
    for (const writing of WRITINGS)
      for (const game of ['reversi-8x8', 'yonin', 'yonin-shogi']) {
        const settings = { kana: writing.kana };
        const { page } = await openPage(stage.browser, { width: 360, height: 740, touch: true, settings });
        await begin(page, server.address, { game, seating: 'Me against AIs' });
        await rewrite(page, writing);
        const hint = page.getByRole('complementary');
        await hint.waitFor();
        const card = await boxOf(hint);
        const words = await boxOf(hint.locator('p'));
        expect(words.y + words.height, game).toBeLessThanOrEqual(740);
        for (const other of await page.locator('[role=grid] .frame, .plate, .actions .button:not(.keys)').all())
          expect(overlap(card, await boxOf(other)), `${game}: ${await other.textContent()}`).toBe(false);
        await page.locator('.actions .button').nth(1).tap();
        await hint.waitFor({ state: 'detached' });
        const said = page.locator('.panel .trust').first();
        await said.waitFor();
        const isFree = await said.evaluate((line) => {
          line.scrollIntoView({ block: 'nearest' });
          const { x, y, height } = line.getBoundingClientRect();
          return line.contains(document.elementFromPoint(x + 4, y + height / 2));
        });
        expect(isFree, game).toBe(true);
        await page.context().close();
      }
  });

  it('shows the place of each of four on the first screen of a phone when the game is over', async () => {
    const look = { width: 360, height: 740 } as const;
    for (const game of ['yonin', 'yonin-shogi']) {
      const { page } = await openPage(stage.browser, { ...look, touch: true });
      await begin(page, server.address, { game, seating: 'All on this device' });
      const ranks = page.locator('.plate .rank');
      expect(await ranks.count(), `${game}: nobody has one yet`).toBe(0);
      await everybodyResigns(page);
      for (const writing of WRITINGS) {
        await rewrite(page, writing);
        await ranks.first().waitFor();
        await page.evaluate(() => scrollTo(0, 0));
        for (const rank of await ranks.all()) expect(isWithin(await boxOf(rank), look), game).toBe(true);
        // In one line with the seat.
        const heights = await page
          .locator('.plate .seat')
          .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height));
        expect(Math.max(...heights), game).toBeLessThan(24);
        // Those of the table below, each at its seat.
        const [atSeats, inTable] = [await ranks.allInnerTexts(), await page.locator('td.rank').allInnerTexts()];
        expect(atSeats).toHaveLength(4);
        expect(atSeats.toSorted()).toEqual(inTable.toSorted());
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
        // And what to do next.
        for (const next of await page.locator('section.end .row').first().locator('.button').all())
          expect(isWithin(await boxOf(next), look), `${game}: ${await next.innerText()}`).toBe(true);
      }
      await expectAccessible(page, `${game}: the end`);
    }
  });

  it('shows every hint of the first game beside a board that lies on the table', async () => {
    const look = { width: 1024, height: 768 } as const;
    for (const game of ['yonin', 'yonin-shogi'])
      for (const writing of WRITINGS) {
        const settings = { table: true, kana: writing.kana };
        const { page } = await openPage(stage.browser, { ...look, touch: true, settings });
        await begin(page, server.address, { game, seating: 'All on this device' });
        await rewrite(page, writing);
        const hint = page.getByRole('complementary');
        const told: string[] = [];
        for (let moves = 0; moves < 3; moves++) {
          await page.waitForFunction((made) => document.querySelectorAll('.moves ol li').length === made, moves);
          await hint.locator('p').waitFor();
          told.push(await hint.locator('p').innerText());
          const box = await boxOf(hint);
          expect(isWithin(box, look), `${game}: ${told[moves]}`).toBe(true);
          for (const other of await page.locator('[role=grid] .frame, .plate, .actions, .banner .turn').all())
            expect(overlap(box, await boxOf(other)), `${game}: ${told[moves]}`).toBe(false);
          const spill = await hint.evaluate((card) => card.scrollWidth - card.clientWidth);
          expect(spill, told[moves]).toBeLessThanOrEqual(0);
          await openCells(page).first().tap();
          if (game === 'yonin-shogi') await page.locator('[role=gridcell].open:has(circle.legal)').first().tap();
        }
        expect(new Set(told).size).toBe(3);
      }
  });

  for (const [width, height] of [
    [1024, 768],
    [768, 1024],
  ] as const) {
    it(`shows the result around a tablet of ${width}×${height} without scrolling, and every seat during the game`, async () => {
      for (const game of ['reversi-4x4', 'yonin', 'yonin-shogi']) {
        const { page } = await openPage(stage.browser, { width, height, touch: true, settings: { table: true } });
        await begin(page, server.address, { game, seating: 'All on this device' });
        const toolbar = await page.getByRole('toolbar').boundingBox();
        const most = (toolbar?.y ?? 0) > height / 2 && width < height ? (toolbar?.y ?? 0) : height;
        for (const plate of await page.locator('.plate').all()) {
          const box = await plate.boundingBox();
          expect((box?.y ?? 0) + (box?.height ?? 0), `${game}: seats`).toBeLessThanOrEqual(most);
        }
        await everybodyResigns(page);
        expect(await page.evaluate(() => scrollY)).toBe(0);
        const ranks = page.locator('section.end tbody tr');
        expect(await ranks.count()).toBe(game === 'reversi-4x4' ? 2 : 4);
        for (const row of await ranks.all()) {
          const box = await row.boundingBox();
          expect((box?.y ?? height) + (box?.height ?? 0), `${game}: ranks`).toBeLessThanOrEqual(height);
        }
      }
    });
  }

  it('leaves the board where it is on a phone, whatever is captured, in check or computed', async () => {
    const look = { width: 360, height: 740, touch: true } as const;
    for (const seating of ['Me against AIs', 'All on this device'] as const) {
      const tops: number[] = [];
      for (const [hands, turn] of [
        ['-/-/-/-', 'S'],
        ['R2GSP/R2G2S5P/RG2S3P/RGSP', 'S'],
        ['-/RGSP/-/-', 'E'],
      ] as const) {
        // An AI in check would not be so for long.
        const checked = turn === 'E';
        if (checked && seating === 'Me against AIs') continue;
        const { page } = await openPage(stage.browser, { ...look, settings: { name: 'Aya' } });
        const start = `4nK4/9/9/9/wK${checked ? '5sR1' : '7'}eK/9/9/9/4sK4 ${hands} ${turn} - 0000 iemoto 0 1`;
        await begin(page, server.address, { game: 'yonin-shogi', start, seating });
        const plates = page.locator('.plate');
        await plates.first().waitFor();
        if (checked) await plates.getByText('in check').first().waitFor();
        const [top, ...counts] = await page.evaluate(() => [
          document.querySelector('[role=grid]')!.getBoundingClientRect().top,
          ...[...document.querySelectorAll('.held svg')].map((piece) => {
            const count = piece.nextElementSibling?.getBoundingClientRect();
            return count ? count.top - piece.getBoundingClientRect().bottom : 0;
          }),
        ]);
        tops.push(top ?? 0);
        expect(Math.min(0, ...counts), 'counts cover no piece').toBeGreaterThan(-2);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      }
      expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(1);
    }

    for (const game of ['yonin-shogi', 'reversi-8x8']) {
      const { page } = await openPage(stage.browser, { ...look, settings: { evaluation: true } });
      // Where the board is seen at any time, before values come and after.
      await page.addInitScript(() => {
        const seen = new Set<number>();
        Object.assign(globalThis, { seen });
        const watch = () => {
          const board = document.querySelector('.game [role=grid]');
          if (board && scrollY === 0) seen.add(Math.round(board.getBoundingClientRect().top));
          requestAnimationFrame(watch);
        };
        watch();
      });
      await begin(page, server.address, { game, seating: 'Me against AIs' });
      await page.locator('.plate .value').filter({ hasText: /\d/ }).first().waitFor();
      if (game === 'reversi-8x8') {
        await openCells(page).first().tap();
        await page.waitForFunction(() => document.querySelectorAll('.moves ol li').length > 1);
        await page.locator('.plate .value').filter({ hasText: /\d/ }).first().waitFor();
      }
      const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<number> }).seen]);
      expect(seen, game).toHaveLength(1);
    }
  });

  it('lets four sit around a tablet at a board as large, each with a name that faces them', async () => {
    const { page, complaints } = await openPage(stage.browser, {
      width: 1024,
      height: 768,
      language: 'ja',
      settings: { table: true },
    });
    for (const game of ['yonin', 'yonin-shogi']) {
      await page.goto(`${server.address}/new?game=${game}`);
      await page.getByRole('button', { name: '全員この端末で' }).click();
      await page.getByRole('button', { name: '対局開始', exact: true }).click();
      const board = await page.locator('[role=grid] .frame').boundingBox();
      expect(board?.width, game).toBeGreaterThanOrEqual(600);
      const seats = await page.locator('.plate').evaluateAll((all) =>
        all.map((plate) => {
          const { left, right, top, bottom } = plate.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
      expect(seats).toHaveLength(4);
      for (const { left, right, top, bottom } of seats) {
        expect(right <= (board?.x ?? 0) || left >= (board?.x ?? 0) + (board?.width ?? 0), `${game}: beside`).toBe(true);
        expect(top >= 0 && bottom <= 768 && left >= 0 && right <= 1024, `${game}: on the screen`).toBe(true);
      }
    }
    // Seats go by their Japanese names, also in their signs.
    expect((await page.locator('.plate .mark text').allTextContents()).toSorted()).toEqual(
      ['南', '西', '北', '東'].toSorted(),
    );
    expect(complaints).toEqual([]);
  });

  for (const theme of ['light', 'dark'] as const) {
    for (const [width, height] of [
      [360, 740],
      [1280, 800],
    ] as const) {
      it(`shows a large clock, red in its last ten seconds, at ${width}×${height}, ${theme}`, async () => {
        const { page } = await openPage(stage.browser, { width, height, theme });
        await page.clock.install();
        await page.goto(`${server.address}/new`);
        await page.getByRole('button', { name: 'All on this device' }).click();
        await page.getByRole('radio', { name: 'With byoyomi' }).check();
        for (const [field, value] of [
          ['Minutes', '0'],
          ['Seconds per period', '60'],
        ] as const) {
          await page.getByLabel(field).fill(value);
          await page.getByLabel(field).blur();
        }
        await page.getByRole('button', { name: 'Begin', exact: true }).click();
        await openCells(page).first().waitFor();
        // The page's time stands still: how busy the machine is does not matter.
        await page.clock.pauseAt(Date.now() + 5000);
        await openCells(page).first().click();
        const clock = page.locator('.plate.turn .clock.runs');
        await clock.waitFor();
        const look = (of: Locator) =>
          of.evaluate((each) => {
            const { color, backgroundColor, fontSize } = getComputedStyle(each);
            const rgb = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number);
            const [red = 0, green = 0, blue = 0, alpha = 1] = rgb(backgroundColor);
            const isRed = alpha === 1 && red >= 170 && green <= 60 && blue <= 60;
            return { text: each.textContent?.trim(), isRed, ink: rgb(color), size: parseFloat(fontSize) };
          });
        await page.clock.runFor(45_000);
        const before = await look(clock);
        expect(before.isRed).toBe(false);
        expect(before.size).toBeGreaterThanOrEqual(24);
        await page.clock.runFor(10_000);
        const last = await look(clock);
        expect(Number.parseFloat(last.text ?? '')).toBeLessThan(10);
        expect(Number.parseFloat(last.text ?? '')).toBeGreaterThan(0);
        expect([last.isRed, last.ink]).toEqual([true, [255, 255, 255]]);
        expect(last.size).toBe(before.size);
        // Whoever is not to move has time.
        expect((await look(page.locator('.plate:not(.turn) .clock'))).isRed).toBe(false);
      });
    }
  }

  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    it(`has the strength of the AI above the fold at ${width}×${height}`, async () => {
      const { page } = await openPage(stage.browser, { width, height });
      await page.goto(server.address);
      const box = await page.getByRole('slider', { name: 'Strength of the AI' }).boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    });
  }

  for (const [width, height, language] of [
    [360, 740, 'ja'],
    [360, 740, 'en'],
    [1024, 768, 'ja'],
    [1366, 768, 'en'],
  ] as const) {
    it(`has every game and the first opponents on the first screen at ${width}×${height}, ${language}`, async () => {
      const { page } = await openPage(stage.browser, { width, height, language, touch: width < 600 });
      await page.goto(server.address);
      const [play, opponent] = [page.locator('.game .play'), page.locator('section li button')];
      await opponent.last().waitFor();
      // Whoever clicks by a program scrolls without noticing: what counts is where things stand.
      const bottoms = (what: typeof play) =>
        what.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
      const first = (await bottoms(opponent)).slice(0, width < 600 ? 1 : 6);
      expect(Math.max(...(await bottoms(play)), ...first)).toBeLessThanOrEqual(height);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      // The picture of a board begins its game as well.
      const picture = await page.locator('.game .thumb').nth(1).boundingBox();
      await page.mouse.click((picture?.x ?? 0) + 20, (picture?.y ?? 0) + 20);
      await page.locator('[role=grid].territorial, .territorial [role=grid]').first().waitFor();
    });
  }

  it('keeps what levels are called in one line, and apart from the seat', async () => {
    const level = (number: number) => ({ kind: 'level', level: number });
    for (const [width, height, game, others] of [
      [800, 600, 'yonin', [level(3), level(3), level(4)]],
      [320, 640, 'yonin', [level(3), level(3), level(4)]],
      [1280, 800, 'reversi-8x8', [level(10)]],
    ] as const) {
      const answer = await fetch(`${server.address}/api/rooms`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          game,
          seats: [{ kind: 'me' }, ...others],
          name: 'Aya',
          person: 'aya',
          start: '',
          clock: null,
          assist: true,
        }),
      });
      const { room } = (await answer.json()) as { room: string };
      const { page } = await openPage(stage.browser, { width, height });
      await page.goto(`${server.address}/r/${room}`);
      const names = page.locator('.plate .who').filter({ hasText: 'Level' });
      if (game === 'yonin') await names.first().waitFor();
      else await page.locator('.plate').getByText('White · Level 10').waitFor();
      const broken = await names.evaluateAll((all) => {
        const lines = (name: Element) => {
          const range = document.createRange();
          range.selectNodeContents(name);
          return new Set([...range.getClientRects()].map((box) => box.top)).size;
        };
        return all.filter((name) => lines(name) > 1).length;
      });
      expect(broken, `${width}×${height}`).toBe(0);
    }
  });

  it('tells buttons that do nothing now from those that do', async () => {
    const { page } = await openPage(stage.browser);
    await begin(page, server.address, { game: 'reversi-8x8', seating: 'All on this device' });
    const look = (name: string) =>
      page.getByRole('button', { name }).evaluate((button) => {
        const { opacity, borderStyle } = getComputedStyle(button);
        return { opacity, borderStyle };
      });
    expect(await look('Take back')).not.toEqual(await look('Resign'));
    await openCells(page).first().click();
    await page.getByRole('button', { name: 'Take back', disabled: false }).waitFor();
    expect(await look('Take back')).toEqual(await look('Resign'));
  });
});
