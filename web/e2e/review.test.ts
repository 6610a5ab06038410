import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Analysis, AnalysisState, RecordView } from '../src/protocol';
import { expectAccessible, openPage, WRITINGS } from './browser';
import { MOVES, record } from './solved-game';
import { useStage } from './stage';

describe('the review', () => {
  const stage = useStage();
  const { server } = stage;

  const ask = async (path: string, body: string, type = 'application/json') => {
    const answer = await fetch(`${server.address}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    });
    return (await answer.json()) as { record: string; position: { legal: { text: string }[] } };
  };
  /** A game whose moves are the last of the legal ones, until somebody gives up. */
  const recordOf = async (game: string, moves: number, end: string) => {
    let text = '';
    for (let ply = 0; ply < moves; ply++) {
      const { position } = await ask('/api/check', JSON.stringify({ game, text }));
      text += ` ${position.legal.at((ply * 7) % position.legal.length)?.text}`;
    }
    return (await ask('/api/records', `[${game} 1]${text} ${end}`)).record;
  };

  it('says of every value whether it is exact, and marks the costliest moves', async () => {
    const { page, complaints } = await openPage(stage.browser);
    await page.goto(`${server.address}/records`);
    await page.getByRole('button', { name: 'Import a record' }).click();
    const importing = page.getByRole('dialog', { name: 'Import a record' });
    await importing.getByLabel('Paste a game').fill(JSON.stringify(record));
    await importing.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Costliest moves' }).waitFor({ timeout: 90_000 });
    await page.getByText('Still thinking').waitFor({ state: 'detached', timeout: 90_000 });
    await page.getByText('As a table').click();
    const rows = page.locator('details tbody tr');
    expect(await rows.count()).toBe(MOVES.length + 1);
    expect(await rows.filter({ hasText: 'exact' }).count()).toBe(MOVES.length + 1);
    // Black could have won by 18 and won by 8.
    expect(await rows.first().innerText()).toContain('18');
    expect(await rows.last().innerText()).toContain('8');
    // Graph and list count alike: a pass is no move.
    const graph = page.getByRole('slider', { name: 'How the game went' });
    const moves = MOVES.filter(([, move]) => move !== '--').length;
    expect(await page.locator('.moves .at').innerText()).toBe(`${moves} / ${moves}`);
    expect(await page.locator('.frame .at').innerText()).toBe(`Move ${moves} / ${moves} · exact`);
    expect(await graph.getAttribute('aria-valuemax')).toBe(String(moves));
    expect(await graph.getAttribute('aria-valuetext')).toBe(`Move ${moves} of ${moves}. Aya 8, exact`);
    // Before the second pass.
    await graph.press('ArrowLeft');
    expect(await graph.getAttribute('aria-valuetext')).toContain(`Move ${moves - 1} of ${moves}. — Aya`);
    await graph.press('End');
    expect(await page.locator('.frame .axis').innerText()).toBe('Aya: discs');
    expect(await page.locator('details thead th').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('Aya'), expect.stringContaining('Ken')]),
    );
    const mistakes = await page.locator('circle.mistake').count();
    expect(mistakes).toBe(await page.locator('.review .list .cost').count());
    expect(mistakes).toBeGreaterThan(0);
    // The same moves are marked in the list.
    expect(await page.locator('.moves .mistake').count()).toBe(mistakes);
    // Marks follow the size of the loss: "??" from 8 discs on, "?" from 4.
    const told = await page.locator('.moves .mistake').allInnerTexts();
    for (const mark of told) {
      const cost = Number(/cost (\d+) in the difference/.exec(mark)?.[1]);
      expect(cost, mark).toBeGreaterThanOrEqual(mark.startsWith('??') ? 8 : 4);
      expect(mark.startsWith('??'), mark).toBe(cost >= 8);
    }
    // What is exact is not told as "about".
    expect(await page.locator('.review .list').first().innerText()).not.toContain('about');

    // Who moved in somebody's place is told in the list, and beside the position.
    const instead = page.locator('.moves li button').filter({ has: page.locator('.stand-in') });
    expect(await instead.count()).toBe(1);
    expect(await instead.getAttribute('title')).toContain('Level 4 moved for Aya.');
    await instead.click();
    await page.locator('.news').getByText('Level 4 moved for Aya.').waitFor();

    // The values on squares say so too.
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.getByRole('button', { name: 'Evaluation' }).click();
    await page.getByText('Evaluation: exact').waitFor({ timeout: 60_000 });
    expect(complaints).toEqual([]);

    // The board stays in sight: wide it is beside the list, on a phone all three share the screen.
    const link = page.url();
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.locator('.review .item').last().scrollIntoViewIfNeeded();
    await page.locator('.review .item').last().click();
    const board = await page.locator('[role=grid]').boundingBox();
    expect(board?.y).toBeGreaterThanOrEqual(0);
    expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual(768);
    const phone = await openPage(stage.browser, {
      width: 360,
      height: 740,
      touch: true,
      language: 'ja',
      theme: 'dark',
    });
    await phone.page.goto(link);
    await phone.page.locator('circle.mistake').first().waitFor({ timeout: 90_000 });
    for (const part of ['[role=grid]', 'svg[role=slider]', '.moves ol']) {
      const box = await phone.page.locator(part).boundingBox();
      expect((box?.y ?? 740) + (box?.height ?? 0), part).toBeLessThanOrEqual(740);
    }
    await phone.page.locator('.review .item').last().tap();
    const shown = await phone.page.locator('[role=grid]').boundingBox();
    expect((shown?.y ?? -1) + 1).toBeGreaterThan(0);
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(740);

    // A picture of the position, as SVG and as PNG, and a link.
    await page.getByText('Share', { exact: true }).click();
    for (const [button, ending] of [
      ['Picture (SVG)', 'svg'],
      ['Picture (PNG)', 'png'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
      if (ending === 'png') continue;
      // Everybody is named with what they count, in lines within the picture.
      const svg = await (await download.createReadStream()).setEncoding('utf8').reduce((a, b) => a + b, '');
      expect(svg).toMatch(/Aya \d+ – Ken \d+/);
      const outside = await page.evaluate((picture) => {
        const holder = document.body.appendChild(document.createElement('div'));
        holder.innerHTML = picture;
        const box = holder.querySelector('svg')?.getBoundingClientRect();
        const texts = [...holder.querySelectorAll('svg > text')].map((text) => text.getBoundingClientRect());
        holder.remove();
        return texts.filter(({ left, right }) => !box || left < box.left || right > box.right).length;
      }, svg);
      expect(outside).toBe(0);
    }
    await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
  });

  it('shows on the board what was done on purpose, with the words beside it', async () => {
    const { record: id } = await ask('/api/records', JSON.stringify(record));
    const stored = (await (await fetch(`${server.address}/api/records/${id}`)).json()) as RecordView;
    // h7 leaves the corner h8 free.
    const ply = MOVES.findIndex(([, move]) => move === 'h7') + 1;
    const notes = [{ ply, seat: 0, kind: 'expectation', cost: 1 }];
    for (const [width, height] of [
      [1280, 720],
      [360, 740],
    ] as const) {
      const { page, complaints } = await openPage(stage.browser, { width, height, touch: width < 600 });
      await page.route(`**/api/records/${id}`, (route) => route.fulfill({ json: { ...stored, notes } }));
      await page.goto(`${server.address}/records/${id}`);
      const note = page.getByRole('button', { name: /left a chance open h7/ });
      await page.getByRole('heading', { name: 'Costliest moves' }).waitFor({ timeout: 90_000 });
      await note.scrollIntoViewIfNeeded();
      await note.click();
      const words = page.locator('.reveal').getByText('I let you have this corner on purpose.');
      await page.locator('rect.shown').waitFor();
      await page.getByRole('gridcell', { name: /^h8, empty, spoken of/ }).waitFor({ state: 'attached' });
      for (const part of [words, page.locator('rect.shown')]) {
        const box = await part.boundingBox();
        expect(box?.y, `${width}`).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? height) + (box?.height ?? 0), `${width}`).toBeLessThanOrEqual(height);
      }
      // They hide nothing of what they speak of.
      const [said, corner] = await Promise.all([words.boundingBox(), page.locator('rect.shown').boundingBox()]);
      expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(corner?.y ?? 0);
      expect(complaints).toEqual([]);
    }
  });

  /** A game of four whose seats and values the test decides; only the end is exact, and the first are worked on. */
  async function fourOf(page: Page, id: string, own: number[]) {
    const stored = (await (await fetch(`${server.address}/api/records/${id}`)).json()) as RecordView;
    const total = stored.moves.length + 1;
    const done = Math.floor(total / 2);
    const analysis: Analysis = {
      player: 'test',
      unit: 'rank',
      values: Array.from({ length: total }, (_, at) => [1 + (at % 4), 2, 3, 4 - (at % 3)]),
      trust: Array.from({ length: total }, (_, at) => ({ depth: 12, confidence: 100, exact: at > total - 4 })),
      costliest: [2, total - 8].map((ply) => ({
        ply,
        seat: stored.moves[ply - 1]?.seat ?? 0,
        played: stored.moves[ply - 1]?.text ?? '',
        better: 'a1',
        cost: 0.6,
        exact: false,
      })),
    };
    const state: AnalysisState = { done, total, running: true, analysis };
    await page.route(`**/api/records/${id}`, (route) => route.fulfill({ json: { ...stored, own } }));
    await page.route(`**/api/records/${id}/analysis`, (route) => route.fulfill({ json: state }));
    await page.goto(`${server.address}/records/${id}`);
    await page.locator('svg[role=slider]').waitFor();
    return { total, open: total - done };
  }

  it('of four is seen from the own seat, and says what is still being computed', async () => {
    const end = '1=resigned 2=resigned';
    const played = await recordOf('yonin-shogi', 40, end);
    const file = (await (await fetch(`${server.address}/api/records/${played}/json`)).json()) as object;
    const seats = ['Aya', 'Ben', 'Chika', 'Dan'].map((name) => ({ name }));
    const { record: shogi } = await ask('/api/records', JSON.stringify({ ...file, seats }));

    const { page, complaints } = await openPage(stage.browser);
    const { total, open } = await fourOf(page, shogi, [2]);
    const plate = (place: string) => page.locator(`.place.${place} .plate`);
    for (const [place, seat] of [
      ['bottom', 2],
      ['top', 0],
      ['left', 3],
      ['right', 1],
    ] as const) {
      expect(await plate(place).getAttribute('class'), place).toContain(`seat-${seat}`);
      expect(await plate(place).getAttribute('aria-label'), place).toMatch(new RegExp(`, ${place}$`));
    }

    // By name, with the seat beside it.
    expect(await page.locator('.curve .legend .who').allInnerTexts()).toEqual(['Aya', 'Ben', 'Chika', 'Dan']);
    await page.getByText('As a table').first().click();
    const heads = await page.locator('.review thead th').allInnerTexts();
    expect(heads.filter((head) => /Aya|Ben|Chika|Dan/.test(head))).toHaveLength(4);

    // In the table, the graph and the lists.
    const sure = await page.locator('.review tbody tr td:last-child').allInnerTexts();
    expect(sure.slice(0, open)).toEqual(sure.slice(0, open).map(() => 'still being computed'));
    expect(sure.slice(open, total - 3)).toEqual(sure.slice(open, total - 3).map(() => 'estimate, up to 12 ahead'));
    expect(sure.slice(-3)).toEqual(['exact', 'exact', 'exact']);
    await page.locator('.curve rect.unfinished').waitFor();
    expect(await page.locator('.curve path.curve:not(.estimate)').count()).toBeGreaterThanOrEqual(4);
    const graph = page.getByRole('slider');
    expect(await graph.getAttribute('aria-valuetext')).toMatch(/exact$/);
    await graph.press('Home');
    expect(await graph.getAttribute('aria-valuetext')).toMatch(/Aya 1.00.*still being computed$/);
    expect(await page.locator('.frame .at').innerText()).toContain('Move 0 / 40 · still being computed');
    const marks = await page.locator('.moves .mistake').allInnerTexts();
    expect(marks.map((mark) => mark.includes('still being computed'))).toEqual([true, false]);
    const costs = await page.locator('.review .cost').allInnerTexts();
    expect(costs.map((cost) => cost.includes('still being computed'))).toEqual([true, false]);
    expect(costs.filter((cost) => cost.includes('about 0.60'))).toHaveLength(2);
    await expectAccessible(page, 'the review of four');
    expect(complaints).toEqual([]);

    // In a high window the legend is in sight below the curve.
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.evaluate(() => scrollTo(0, 0));
    const under = await page.locator('.curve .legend').boundingBox();
    expect((under?.y ?? 1000) + (under?.height ?? 0)).toBeLessThanOrEqual(1000);

    // Somebody else's game is not turned.
    const other = await openPage(stage.browser);
    await fourOf(other.page, shogi, []);
    expect(await other.page.locator('.place.bottom .plate').getAttribute('class')).toContain('seat-0');

    // On phones all in one screen while it is being computed, with rows of moves that are whole.
    const yonin = await recordOf('yonin', 30, '1=resigned 2=resigned 3=resigned');
    for (const [width, height, language] of [
      [360, 740, 'en'],
      [360, 740, 'ja'],
      [390, 844, 'ja'],
    ] as const)
      for (const [id, own, least] of [
        [shogi, [2], 280],
        [yonin, [1], 300],
      ] as const) {
        // With values on the board in one of the languages.
        const settings = { evaluation: language === 'en' };
        const phone = await openPage(stage.browser, { width, height, language, touch: true, settings });
        await fourOf(phone.page, id, [...own]);
        const boxOf = async (part: string) => {
          const box = await phone.page.locator(part).boundingBox();
          return { width: box?.width ?? 0, top: box?.y ?? -1, bottom: (box?.y ?? 0) + (box?.height ?? height) };
        };
        expect((await boxOf('[role=grid]')).width).toBeGreaterThanOrEqual(settings.evaluation ? 280 : least);
        // Four curves can be told apart, and the exact ones from the others.
        const curves = await boxOf('svg[role=slider]');
        expect(curves.bottom - curves.top).toBeGreaterThanOrEqual(80);
        expect(await phone.page.locator('.legend .key').count()).toBe(2);
        for (const key of await phone.page.locator('.legend .key').all()) expect(await key.isVisible()).toBe(true);
        await phone.page.getByRole('slider').press('Home');
        if (settings.evaluation) await phone.page.locator('.plate .value').first().waitFor();
        expect((await boxOf('.moves ol')).bottom, 'with values').toBeLessThanOrEqual(height);
        for (const keys of ['End', 'ArrowLeft', 'PageDown', 'PageDown', 'Home']) {
          await phone.page.getByRole('slider').press(keys);
          expect(await phone.page.evaluate(() => scrollY), 'nothing has to be scrolled').toBe(0);
          for (const part of ['[role=grid]', 'svg[role=slider]', '.moves ol']) {
            const { top, bottom } = await boxOf(part);
            expect(top, part).toBeGreaterThanOrEqual(0);
            expect(bottom, part).toBeLessThanOrEqual(height);
          }
          if (keys === 'Home') continue;
          const cut = await phone.page.locator('.moves ol').evaluate((list) => {
            const { top, bottom } = list.getBoundingClientRect();
            const rows = [...list.querySelectorAll('button')].map((move) => move.getBoundingClientRect());
            // A row is cut if an edge of the list goes through it.
            return rows.filter((row) => [top, bottom].some((edge) => row.top + 2 < edge && edge < row.bottom - 2))
              .length;
          });
          expect(cut, `${keys} at ${width}×${height}`).toBe(0);
          const current = await boxOf('.moves [aria-current]');
          const list = await boxOf('.moves ol');
          expect(current.top).toBeGreaterThanOrEqual(list.top - 1);
          expect(current.bottom).toBeLessThanOrEqual(list.bottom + 1);
        }
      }
  });

  it('tells costly moves on a phone beside what they cost, and whose they are', async () => {
    const two = (await ask('/api/records', JSON.stringify(record))).record;
    const plain = await recordOf('yonin', 12, '1=resigned 2=resigned 3=resigned');
    const file = (await (await fetch(`${server.address}/api/records/${plain}/json`)).json()) as object;
    const ai = { name: 'level 3', player: 'level-yonin-3', level: 3 };
    const seats = [{ name: 'Guest' }, ai, ai, ai];
    const four = (await ask('/api/records', JSON.stringify({ ...file, seats }))).record;
    for (const writing of WRITINGS)
      for (const [id, unit, cost] of [
        [two, 'discs', 42],
        [four, 'rank', 1.75],
      ] as const) {
        const { language, kana } = writing;
        const look = { width: 360, height: 740, touch: true, language, settings: { kana } } as const;
        const { page } = await openPage(stage.browser, look);
        const { moves, shown } = (await (await fetch(`${server.address}/api/records/${id}`)).json()) as RecordView;
        const made = moves.filter(({ kind, by }) => kind === 'move' && !by).slice(0, 8);
        const analysis: Analysis = {
          player: 'test',
          unit,
          values: Array.from({ length: moves.length + 1 }, () => shown.map(() => 1)),
          costliest: made.map(({ number, seat, text }) => ({
            ply: number,
            seat,
            played: text,
            better: 'a1',
            cost,
            exact: false,
          })),
        };
        const state: AnalysisState = { done: 1, total: 1, running: false, analysis };
        await page.route(`**/api/records/${id}/analysis`, (route) => route.fulfill({ json: state }));
        await page.goto(`${server.address}/records/${id}`);
        const items = page.locator('.review .item');
        await items.first().waitFor();
        for (const item of await items.all()) {
          const what = await item.locator('.what').boundingBox();
          const costs = await item.locator('.cost').boundingBox();
          const said = await item.innerText();
          if (!what || !costs) throw new Error(said);
          const isBeside = what.x + what.width <= costs.x || what.y + what.height <= costs.y;
          expect(isBeside, said).toBe(true);
          expect(costs.x + costs.width, said).toBeLessThanOrEqual(360);
          // Not a word a line.
          expect(what.height, said).toBeLessThan(30);
        }
        // Of several with the same name the sign of the seat tells which is which.
        const signs = page.locator('.review fieldset label svg');
        const letters = await signs.allTextContents();
        expect(letters).toHaveLength(shown.length);
        expect(new Set(letters).size).toBe(id === four ? 4 : 1);

        // From the end nobody can play on, from before it everybody can.
        const on = page.getByRole('button', { name: /^(Play on from here|ここから.*)$/ });
        expect(await on.isDisabled()).toBe(true);
        await page.getByRole('slider').press('Home');
        await page.waitForFunction((button) => !(button as HTMLButtonElement).disabled, await on.elementHandle());
        if (language === 'en') await expectAccessible(page, 'the review on a phone');
        await page.context().close();
      }
  });

  it('has large boards, and on phones all in one screen', async () => {
    const yonin = await recordOf('yonin', 30, '1=resigned 2=resigned 3=resigned');
    const shogi = await recordOf('yonin-shogi', 24, '1=resigned 2=resigned');
    // Against opponents with a face, and with pieces in hand.
    const played = await recordOf('yonin-shogi', 60, '1=resigned 2=resigned');
    const answer = await fetch(`${server.address}/api/records/${played}/json`);
    const ai = (level: number) => ({ name: `level ${level}`, player: `level-yonin-shogi-${level}`, level });
    const file = { ...((await answer.json()) as object), seats: [{ name: 'Aya' }, ai(1), ai(3), ai(10)] };
    const faces = (await ask('/api/records', JSON.stringify(file))).record;
    for (const [width, height, least] of [
      [1024, 768, 600],
      [1366, 768, 660],
    ] as const) {
      const { page } = await openPage(stage.browser, { width, height });
      await page.goto(`${server.address}/records/${yonin}`);
      const board = await page.locator('[role=grid]').boundingBox();
      expect(board?.width).toBeGreaterThanOrEqual(least);
      expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual(height);
      // Nobody sits around a review, also if the game was played so.
      const around = await openPage(stage.browser, { width, height, settings: { table: true } });
      await around.page.goto(`${server.address}/records/${yonin}`);
      expect(await around.page.locator('[role=grid]').boundingBox()).toEqual(board);
      expect(await around.page.locator('.facing').count()).toBe(0);
    }
    for (const kana of [false, true]) {
      const phone = { width: 360, height: 740, touch: true, language: 'ja', settings: { kana } } as const;
      const { page } = await openPage(stage.browser, phone);
      await page.goto(`${server.address}/records/${yonin}`);
      await page.locator('svg[role=slider]').waitFor({ timeout: 90_000 });
      const list = await page.locator('.moves ol').boundingBox();
      expect(list?.y).toBeLessThan(700);
      // Moves are whole, however long they are.
      await page.goto(`${server.address}/records/${shogi}`);
      await page.locator('.moves li').first().waitFor();
      const cut = await page
        .locator('.moves li button')
        .evaluateAll((all) => all.filter((move) => move.scrollWidth > move.clientWidth).length);
      expect(cut).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.goto(`${server.address}/records/${faces}`);
      await page.locator('svg[role=slider]').waitFor({ timeout: 300_000 });
      const moves = await page.locator('.moves ol').boundingBox();
      expect((moves?.y ?? 740) + (moves?.height ?? 0)).toBeLessThanOrEqual(740);
      // Beside the opponents with a face there is a level, in one piece.
      const level = await page.locator('.plate .who').filter({ hasText: 'レベル3' }).boundingBox();
      expect(level?.height).toBeLessThan(24);
    }

    // Four around one phone.
    for (const [width, height] of [
      [360, 740],
      [740, 360],
    ] as const) {
      const look = { width, height, touch: true, settings: { table: true } };
      const { page } = await openPage(stage.browser, look);
      const seats = Array.from({ length: 4 }, () => ({ kind: 'me' }));
      const room = await fetch(`${server.address}/api/rooms`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          game: 'yonin-shogi',
          seats,
          name: 'Aya',
          person: 'aya',
          start: '',
          clock: null,
          assist: true,
        }),
      });
      const { room: id } = (await room.json()) as { room: string };
      await page.goto(`${server.address}/r/${id}`);
      const board = await page.locator('[role=grid]').boundingBox();
      expect(board?.width).toBeGreaterThanOrEqual(Math.min(width, height) - 100);
      expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual(height);
    }

    // An address that nobody can decode is still an address.
    const { page, complaints } = await openPage(stage.browser);
    await page.goto(`${server.address}/r/%E0%A4%A`);
    await page.getByRole('link', { name: 'New game' }).first().waitFor();
    expect(complaints.filter((said) => said.includes('URI'))).toEqual([]);
  });
});
