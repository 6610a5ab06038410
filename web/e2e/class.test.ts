// A class: the teacher's page, the projector and pupils with phones.

import { describe, expect, it } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { expectAccessible, openPage } from './browser';
import { useStage } from './stage';
import { banner, brokenWords, myTurn, openCells } from './table';

const PHONE = { width: 360, height: 740, touch: true };
const PROJECTOR = { width: 1920, height: 1080, language: 'ja' } as const;

/** How wide all of a page is, whatever the screen shows. */
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** The first legal move again and again. */
async function playOut(page: Page): Promise<void> {
  while (await myTurn(page)) {
    await openCells(page).first().tap();
    await page.waitForTimeout(80);
  }
}

describe('a class', () => {
  const stage = useStage(['--class']);
  const { server } = stage;

  async function pupil(name: string, code: string): Promise<Page> {
    const { page } = await openPage(stage.browser, PHONE);
    await page.goto(`${server.address}/class?code=${code}`);
    await page.getByLabel('Your name').fill(name);
    expect(await widthOf(page)).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Come in' }).tap();
    await page.getByRole('heading', { name: `Hello, ${name}` }).waitFor();
    return page;
  }

  it('comes in by one code, is paired, stands still, and is counted', async () => {
    const teacher = (await openPage(stage.browser)).page;
    await teacher.goto(`${server.address}/class/teacher#admin=${server.admin}`);
    const code = await teacher.locator('h1 .code').innerText();
    expect(code).toMatch(/^[A-Z2-9]{4}$/);

    const screen = await openPage(stage.browser, PROJECTOR);
    await screen.page.goto(`${server.address}/class/screen`);
    await screen.page.getByRole('heading', { name: code }).waitFor();
    await screen.page.getByRole('img', { name: 'クラスに入るQRコード' }).waitFor();
    await expectAccessible(screen.page, 'the screen for the projector');

    // A wrong code is refused in one sentence.
    const lost = (await openPage(stage.browser)).page;
    await lost.goto(`${server.address}/class?code=XXXXX`);
    await lost.getByLabel('Your name').fill('Lost');
    await lost.getByRole('button', { name: 'Come in' }).click();
    await lost.getByRole('alert').getByText('This is not the code of the class.').waitFor();
    // It stays, however often the class is asked for.
    await lost.waitForTimeout(2500);
    expect(await lost.getByRole('alert').innerText()).toContain('This is not the code of the class.');

    const [aya, ken] = [await pupil('Aya', code), await pupil('Ken', code)];
    // Nobody is sent away by a slip of the finger.
    const eve = 'W'.repeat(40);
    await pupil(eve, code);
    // A name as wide as can be takes no column away.
    await screen.page.getByText(eve).waitFor();
    const wide = await screen.page
      .locator('.rows')
      .evaluate((card) => ({ inside: card.scrollWidth, whole: card.clientWidth }));
    expect(wide.inside).toBeLessThanOrEqual(wide.whole);
    const out = teacher.getByRole('button', { name: `Take ${eve} out of the class` });
    await out.click();
    await teacher.getByRole('dialog').getByRole('button', { name: 'No' }).click();
    await out.click();
    await teacher
      .getByRole('dialog')
      .getByRole('button', { name: `Take ${eve} out` })
      .click();
    await out.waitFor({ state: 'detached' });
    await expectAccessible(aya, 'a pupil in the class');

    // Each pupil has one table, finds it again, and can close it.
    await aya.getByRole('button', { name: 'Open a table' }).tap();
    await aya.waitForSelector('[role=grid]');
    await aya.goto(`${server.address}/class`);
    await aya.getByRole('link', { name: 'To your table' }).waitFor();
    expect(await aya.getByRole('button', { name: 'Open a table' }).isDisabled()).toBe(true);
    await ken.getByRole('link', { name: 'Sit down' }).waitFor();
    // One board is large on the projector.
    const only = await screen.page.locator('.boards svg').first().boundingBox();
    expect(only?.width).toBeGreaterThan(400);
    await aya.getByRole('button', { name: 'Close my table' }).tap();
    await aya.getByRole('button', { name: 'Open a table', disabled: false }).waitFor();
    await ken.getByText('No table is open.').waitFor();

    // Who chooses twice before the server has answered means both.
    const late = async (route: Route) => {
      await new Promise((go) => setTimeout(go, 1000));
      await route.continue();
    };
    await teacher.route('**/api/class/teach', late, { times: 1 });
    await teacher.getByRole('radio', { name: 'Swiss' }).click();
    await teacher.getByRole('combobox').selectOption('reversi-4x4');
    // Pupils can choose the game of the class, whatever it is, and nobody stronger than may play.
    await aya.waitForFunction(() => document.querySelector('select')?.value === 'reversi-4x4');
    await ken.goto(server.address);
    await ken.getByRole('button', { name: /^Washi/ }).waitFor({ state: 'detached' });
    expect(await ken.getByRole('slider').getAttribute('max')).toBe('6');
    await ken.goto(`${server.address}/class`);
    await expectAccessible(teacher, 'the page of the teacher');
    await teacher.getByRole('button', { name: 'Begin the next round' }).click();
    await Promise.all([aya, ken].map((page) => page.waitForSelector('[role=grid]')));

    // A round that is on is not replaced by one click.
    await teacher.getByText('1 game is still on.').waitFor();
    await teacher.getByRole('button', { name: 'Begin the next round' }).click();
    await teacher.getByRole('dialog', { name: '1 game is still on.' }).getByRole('button', { name: 'Not yet' }).click();
    expect(await teacher.locator('h2').getByText('Round 1').count()).toBe(1);

    // Nobody moves while all stand still.
    await teacher.getByRole('button', { name: 'Pause all' }).click();
    await teacher.getByText('All games stand still.').waitFor();
    // Both tables say so instead of whose turn it is.
    for (const page of [aya, ken]) {
      await banner(page).getByText('All games stand still.').waitFor();
      expect(await page.locator('.banner.mine').count()).toBe(0);
      expect(await openCells(page).count()).toBe(0);
      expect(await page.title()).toContain('All games stand still.');
    }
    await teacher.getByRole('button', { name: 'Go on' }).click();
    await teacher.getByRole('button', { name: 'Pause all' }).waitFor();
    for (const page of [aya, ken]) await banner(page).getByText('stand still').waitFor({ state: 'detached' });

    await Promise.all([playOut(aya), playOut(ken)]);
    await screen.page.locator('tbody tr').first().getByText('1', { exact: true }).first().waitFor();
    const rows = await teacher.locator('tbody tr').allInnerTexts();
    expect(rows.length).toBe(2);

    // Another form would end the tournament: that is asked first.
    const fours = teacher.getByRole('radio', { name: 'Fours' });
    await fours.click();
    await teacher.getByRole('dialog').getByRole('button', { name: 'Keep this one' }).click();
    expect(await teacher.getByRole('radio', { name: 'Swiss' }).isChecked()).toBe(true);
    expect(await teacher.locator('h2').getByText('Round 1').count()).toBe(1);

    // Another round, and the end with all games in one file.
    await aya.getByRole('link', { name: 'Back to the class' }).tap();
    await teacher.getByText('1 game is still on.').waitFor({ state: 'detached' });
    await teacher.getByRole('button', { name: 'Begin the next round' }).click();
    await aya.waitForSelector('[role=grid]');
    type Rows = { points: number; games: number }[];
    const exported = async () => {
      const [download] = await Promise.all([
        teacher.waitForEvent('download'),
        teacher.getByRole('button', { name: 'Export all games' }).click(),
      ]);
      const text = await (await download.createReadStream()).setEncoding('utf8').reduce((a, b) => a + b, '');
      return JSON.parse(text) as { games: unknown[]; standing: Rows; past: { standing: Rows }[] };
    };
    const points = (all: Rows | undefined) => all?.reduce((sum, row) => sum + row.points, 0);
    const file = await exported();
    // Nothing was played at the table that was opened and closed, and in the second round so far.
    expect(file.games.length).toBe(1);
    expect(points(file.standing)).toBe(1);
    // A new tournament keeps how the last one stood.
    await fours.click();
    await teacher.getByRole('dialog').getByRole('button', { name: 'Begin anew' }).click();
    await teacher.locator('h2').getByText('Round').waitFor({ state: 'detached' });
    // Who sits at a table of the last one is told that nothing goes on there.
    await banner(aya).getByText('This round is over.').waitFor();
    expect(await aya.locator('.banner.mine').count()).toBe(0);
    expect(await openCells(aya).count()).toBe(0);
    const anew = await exported();
    expect(points(anew.standing)).toBe(0);
    expect(anew.past.map(({ standing }) => points(standing))).toEqual([1]);
    await teacher.getByRole('button', { name: 'End the class' }).click();
    await teacher.getByRole('dialog').getByRole('button', { name: 'End the class' }).click();
    await screen.page.getByText('クラスは終わりました。').waitFor();
    // Whoever sits at a table learns it, the projector invites nobody, and nobody comes in.
    await banner(aya).getByText('The class is over.').waitFor();
    expect(await screen.page.getByText(code).count()).toBe(0);
    await lost.getByLabel('Code of the class').fill(code);
    await lost.getByRole('button', { name: 'Come in' }).click();
    await lost.getByRole('alert').getByText('The class is over.').waitFor();
    await aya.goto(`${server.address}/class`);
    await aya.getByText('The class is over.').waitFor();
    expect(new URL(aya.url()).pathname).toBe('/class');
  });
});

describe('a large class', () => {
  const stage = useStage(['--class']);
  const { server } = stage;

  const ask = async (path: string, body: unknown, who: Record<string, string>) => {
    const headers = { 'Content-Type': 'application/json', ...who };
    const answer = await fetch(`${server.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status, path).toBe(200);
  };
  const teach = (action: unknown) => ask('/api/class/teach', action, { Authorization: `Bearer ${server.admin}` });

  it('is seen whole, is called wherever it is, and plays what counts itself', async () => {
    const { code } = (await (await fetch(`${server.address}/api/class`)).json()) as { code: string };
    for (let pupil = 0; pupil < 40; pupil++)
      await ask('/api/class/join', { code, name: `Pupil ${pupil}` }, { 'X-Person': `person ${pupil}` });
    await teach({ action: 'plan', plan: { form: 'swiss', game: 'reversi-8x8', cap: 6 } });

    // Somebody who is not at the pages of the class when a round begins.
    const phone = (await openPage(stage.browser, PHONE)).page;
    await phone.goto(server.address);
    await phone.getByRole('link', { name: /^Class room/ }).tap();
    await phone.getByLabel('Your name').fill('Aya');
    await phone.getByLabel('Code of the class').fill(code);
    await phone.getByRole('button', { name: 'Come in' }).tap();
    await phone.getByRole('heading', { name: 'Hello, Aya' }).waitFor();
    await phone.goto(`${server.address}/how`);
    await phone.getByRole('link', { name: 'Back to the class' }).waitFor();
    await teach({ action: 'round', after: 0 });
    await phone.getByText('A new round has begun.').waitFor();
    await phone.getByRole('link', { name: 'To your table' }).tap();
    await phone.waitForSelector('[role=grid]');
    // Who sits at the board stays there.
    expect(await phone.locator('.place button').count()).toBe(0);

    const screen = (await openPage(stage.browser, PROJECTOR)).page;
    await screen.goto(`${server.address}/class/screen`);
    await screen.getByText('Pupil 39').first().waitFor();
    for (const part of ['tbody tr', '.way'])
      for (const box of await screen.locator(part).all()) {
        const { y = 0, height = 0 } = (await box.boundingBox()) ?? {};
        expect(y + height).toBeLessThanOrEqual(1080);
      }
    const inside = await screen.locator('.way').evaluate((card) => [card.scrollWidth, card.clientWidth]);
    expect(inside[0]).toBeLessThanOrEqual(inside[1] ?? 0);

    // A wrong secret is told, the right one is taken without a reload.
    const teacher = (await openPage(stage.browser, { width: 1366, height: 768 })).page;
    await teacher.goto(`${server.address}/class/teacher#admin=wrong`);
    await teacher.getByText('Open this page by the address').waitFor();
    await teacher.evaluate((admin) => (location.hash = `admin=${admin}`), server.admin);
    await teacher.getByRole('heading', { name: code }).waitFor();
    // All of the first boards is seen below what is planned.
    const first = await teacher.locator('li a').first().boundingBox();
    expect((first?.y ?? 768) + (first?.height ?? 0)).toBeLessThanOrEqual(768);
    await teacher.route('**/api/class/export', (route) =>
      route.fulfill({ status: 403, json: { code: 'not-admin', message: '' } }),
    );
    await teacher.getByRole('button', { name: 'Export all games' }).click();
    await teacher.getByRole('alert').getByText('Only the one who started Kaesu').waitFor();

    for (const kana of [false, true]) {
      const pupil = (await openPage(stage.browser, { ...PHONE, language: 'ja', settings: { kana } })).page;
      await pupil.goto(`${server.address}/class?code=${code}`);
      await pupil.locator('input').first().fill('あや');
      await pupil.locator('form button').tap();
      await pupil.locator('tbody tr').first().waitFor();
      expect(await widthOf(pupil)).toBeLessThanOrEqual(360);
      const table = await pupil.locator('table').boundingBox();
      const card = await pupil.locator('.card').last().boundingBox();
      expect((table?.x ?? 0) + (table?.width ?? 999)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
    }
  });
});

describe('a class that has ended', () => {
  const stage = useStage(['--class']);
  const { server } = stage;

  it('leaves nobody a turn', async () => {
    const teacher = (await openPage(stage.browser, { width: 1024, height: 768 })).page;
    await teacher.goto(`${server.address}/class/teacher#admin=${server.admin}`);
    const code = await teacher.locator('h1 .code').innerText();
    const { page } = await openPage(stage.browser, { language: 'ja' });
    await page.goto(`${server.address}/class?code=${code}`);
    await page.getByLabel('名前').fill('あや');
    await page.getByRole('button', { name: '入る' }).click();
    await page.getByRole('button', { name: 'AIと対局' }).click();
    await page.locator('.banner .turn').getByText('あなたの番').waitFor();
    expect(await page.locator('circle.legal').count()).toBeGreaterThan(0);
    // Names are not broken within words.
    const headers = { 'Content-Type': 'application/json', 'X-Person': 'christopher' };
    const body = JSON.stringify({ code, name: 'Christopher' });
    await fetch(`${server.address}/api/class/join`, { method: 'POST', headers, body });
    const name = teacher.locator('th[scope=row]').getByText('Christopher');
    await name.waitFor();
    const lines = await name.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBe(1);
    await teacher.getByRole('button', { name: 'End the class' }).click();
    await teacher.getByRole('dialog').getByRole('button', { name: 'End the class' }).click();
    await page.locator('.banner .turn').getByText('クラスは終わりました。').waitFor();
    expect(await page.locator('circle.legal').count()).toBe(0);
    expect(await page.title()).toContain('クラスは終わりました。');
    expect(await page.getByText('クラスは終わりました。').count()).toBe(1);
    expect(await teacher.locator('.line.turn').count()).toBe(0);

    // After a restart there is a new class, and the last one can still be exported.
    await server.end();
    await server.start();
    await teacher.goto(server.address);
    await teacher.goto(`${server.address}/class/teacher#admin=${server.admin}`);
    await teacher.getByText(`The last class, ${code}, is over.`).waitFor();
    expect(await teacher.locator('h1 .code').innerText()).not.toBe(code);
    const [download] = await Promise.all([
      teacher.waitForEvent('download'),
      teacher.getByRole('button', { name: 'Export its games and its standing' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`kaesu-class-${code}.json`);
    const text = await (await download.createReadStream()).setEncoding('utf8').reduce((a, b) => a + b, '');
    const file = JSON.parse(text) as { code: string; standing: { name: string }[] };
    expect(file.code).toBe(code);
    expect(file.standing.map(({ name: pupil }) => pupil)).toContain('Christopher');
  });
});

describe('a small class', () => {
  const stage = useStage(['--class']);
  const { server } = stage;

  const teach = async (action: unknown) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.admin}` };
    const body = JSON.stringify(action);
    const answer = await fetch(`${server.address}/api/class/teach`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  };
  const plan = (form: string, game: string) => teach({ action: 'plan', plan: { form, game, cap: 1 } });
  const codeOf = async () => ((await (await fetch(`${server.address}/api/class`)).json()) as { code: string }).code;

  async function pupil(name: string): Promise<Page> {
    const { page } = await openPage(stage.browser, PHONE);
    await page.goto(`${server.address}/class?code=${await codeOf()}`);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Come in' }).tap();
    await page.getByRole('heading', { name: `Hello, ${name}` }).waitFor();
    return page;
  }

  it('tells who is left over how the point comes, and plays in fours', async () => {
    const aya = await pupil('Aya');
    await plan('swiss', 'reversi-4x4');
    await teach({ action: 'round', after: 0 });
    await aya.waitForSelector('[role=grid]');
    await aya.getByText('You have no opponent in this round').waitFor();
    await expectAccessible(aya, 'the table of who is left over');
    await playOut(aya);
    // Won or lost, it is a point.
    await banner(aya).getByText('The point is yours').waitFor();
    await aya.getByRole('link', { name: 'Back to the class' }).tap();
    await aya.locator('tr.own strong').getByText('1', { exact: true }).waitFor();

    const others = [await pupil('Ben'), await pupil('Christopher'), await pupil('Dan')];
    const four = [aya, ...others];
    await plan('fours', 'yonin');
    await teach({ action: 'round', after: 0 });
    for (const page of four) {
      await page.waitForSelector('[role=grid]');
      expect(await page.locator('.plate').count()).toBe(4);
      // Nobody else is left over here.
      expect(await page.getByText('You have no opponent in this round').count()).toBe(0);
    }
    // A seat is everybody's own, and the first of them moves.
    await expect
      .poll(async () => (await Promise.all(four.map((page) => page.locator('.banner.mine').count()))).join(''))
      .toMatch(/^0*10*$/);
    for (const page of four.toReversed()) {
      if ((await page.locator('section.end').count()) > 0) break;
      await page.getByRole('toolbar').getByRole('button', { name: 'Resign', exact: true }).tap();
      await page.getByRole('button', { name: 'Yes, resign' }).tap();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await aya.locator('section.end').waitFor();
    const screen = (await openPage(stage.browser, PROJECTOR)).page;
    await screen.goto(`${server.address}/class/screen`);
    const points = screen.locator('tbody td.figure strong');
    await expect.poll(async () => (await points.allInnerTexts()).reduce((sum, each) => sum + Number(each), 0)).toBe(6);
    expect(await screen.locator('.boards .line').count()).toBe(4);
  });
});

describe('a pupil on another device', () => {
  const stage = useStage(['--class']);
  const { server } = stage;

  it('goes on as who was here before, at the same seat and with the same points', async () => {
    const teacher = (await openPage(stage.browser)).page;
    await teacher.goto(`${server.address}/class/teacher#admin=${server.admin}`);
    const code = await teacher.locator('h1 .code').innerText();
    const comesIn = async (name: string, greeted = name) => {
      const { page, context } = await openPage(stage.browser, PHONE);
      await page.goto(`${server.address}/class?code=${code}`);
      await page.getByLabel('Your name').fill(name);
      await page.getByRole('button', { name: 'Come in' }).tap();
      await page.getByRole('heading', { name: `Hello, ${greeted}`, exact: true }).waitFor();
      return { page, context };
    };
    const aya = (await comesIn('Aya')).page;
    const first = await comesIn('Ken');
    await teacher.getByRole('radio', { name: 'Swiss' }).click();
    await teacher.getByRole('combobox').selectOption('reversi-4x4');
    await teacher.getByRole('button', { name: 'Begin the next round' }).click();
    await Promise.all([aya, first.page].map((page) => page.waitForSelector('[role=grid]')));
    const table = new URL(first.page.url()).pathname;
    await first.context.close();

    // The server calls somebody away a minute later; here the teacher is told so at once.
    await teacher.route('**/api/class*', async (route) => {
      const answer = await route.fetch();
      const view = (await answer.json()) as { standing?: { name: string; here: boolean }[] };
      for (const row of view.standing ?? []) if (row.name === 'Ken') row.here = joined;
      await route.fulfill({ response: answer, json: view });
    });
    let joined = false;
    const again = (await comesIn('Ken', 'Ken 2')).page;
    await teacher.getByRole('button', { name: 'is Ken' }).click();
    const dialog = teacher.getByRole('dialog');
    await dialog.getByText('Is Ken 2 the same as Ken, back on another device?').waitFor();
    await dialog.getByRole('button', { name: 'No, somebody else' }).click();
    expect(await teacher.getByRole('rowheader', { name: 'Ken 2' }).count()).toBe(1);
    await teacher.getByRole('button', { name: 'is Ken' }).click();
    await dialog.getByRole('button', { name: 'Yes, with the points so far' }).click();
    joined = true;
    await teacher.getByRole('rowheader', { name: 'Ken 2' }).waitFor({ state: 'detached' });

    // Ken is led to the table, sits where Ken sat, and plays the game to its end.
    await again.waitForSelector('[role=grid]');
    expect(new URL(again.url()).pathname).toBe(table);
    await again.locator('.plate').filter({ hasText: 'Ken' }).getByText('you').waitFor();
    await Promise.all([playOut(aya), playOut(again)]);
    await again.getByRole('link', { name: 'Back to the class' }).tap();
    await again.getByRole('heading', { name: 'Hello, Ken', exact: true }).waitFor();
    const rows = again.locator('tbody tr');
    await expect
      .poll(async () => (await rows.locator('strong').allInnerTexts()).join(' '))
      .toMatch(/^(1 0|½ ½|0.5 0.5)$/);
    expect(await rows.count()).toBe(2);
    expect(await again.locator('tr.own').innerText()).toContain('Ken');
  });
});

describe('a class in fours', () => {
  const stage = useStage(['--class']);
  const { server } = stage;

  it('is seen whole with all names, also when it is over', async () => {
    const ask = async (path: string, body: unknown, who: Record<string, string>) => {
      const headers = { 'Content-Type': 'application/json', ...who };
      const answer = await fetch(`${server.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(answer.status, path).toBe(200);
    };
    const teach = (action: unknown) => ask('/api/class/teach', action, { Authorization: `Bearer ${server.admin}` });
    const { code } = (await (await fetch(`${server.address}/api/class`)).json()) as { code: string };
    for (let pupil = 0; pupil < 14; pupil++) {
      const name = pupil === 0 ? '佐々木 まりあんぬ' : `Pupil ${pupil}`;
      await ask('/api/class/join', { code, name }, { 'X-Person': `person ${pupil}` });
    }
    await teach({ action: 'plan', plan: { form: 'fours', game: 'yonin', cap: 6 } });
    await teach({ action: 'round', after: 0 });
    const screen = (await openPage(stage.browser, PROJECTOR)).page;
    await screen.goto(`${server.address}/class/screen`);
    const tables = screen.locator('.boards li');
    const lowest = async () => {
      const boxes = await Promise.all((await tables.all()).map((table) => table.boundingBox()));
      return Math.max(...boxes.map((box) => (box ? box.y + box.height : Infinity)));
    };
    await tables.nth(3).waitFor();
    expect(await screen.locator('.boards .line').count()).toBe(16);
    expect(await lowest()).toBeLessThanOrEqual(1080);
    const board = await tables.locator('svg').first().boundingBox();
    expect(board?.width).toBeGreaterThan(250);
    await teach({ action: 'pause', paused: true });
    await screen.getByText('全員の対局を止めています。').waitFor();
    await expect.poll(lowest).toBeLessThanOrEqual(1080);

    // Who asks for another tournament learns what is still on.
    const teacher = (await openPage(stage.browser)).page;
    await teacher.goto(`${server.address}/class/teacher#admin=${server.admin}`);
    const line = teacher.locator('.line').getByText('まりあんぬ');
    await line.waitFor();
    expect(await brokenWords(line)).toEqual([]);
    await teacher.getByRole('radio', { name: 'Swiss' }).click();
    const dialog = teacher.getByRole('dialog');
    await dialog.getByText('4 games are still on.').waitFor();
    await dialog.getByRole('button', { name: 'Keep this one' }).click();

    // When the class is over nothing is on, and nothing can be chosen.
    await teach({ action: 'end' });
    await teacher.getByText('The class is over.').waitFor();
    expect(await teacher.getByText('still on').count()).toBe(0);
    expect(await teacher.getByRole('radio').count()).toBe(0);
    expect(await teacher.getByRole('slider').count()).toBe(0);
    await screen.getByText('クラスは終わりました。').waitFor();
    await expect.poll(lowest).toBeLessThanOrEqual(1080);
  });
});
