// One participant on this page: where they are, as the server last said it. The code is kept for as
// long as the tab lives, so that a reload goes on; a link that somebody else came by begins anew.

import { Refused } from '../net/api';
import type { StudyAction, StudyView } from '../protocol';
import { settings } from '../settings/store.svelte';
import { studyApi } from './net';

const KEY = 'kaesu.study.code';
/** What stood behind the address when that code was entered. */
const LINK = 'kaesu.study.link';
const POLL = 2000;
const BEAT = 20_000;

/** A code as it is kept, however it was typed. */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s\-ー−]/g, '')
    .toUpperCase();
}

/** Whether whoever opened this page is another person than the one of the code that the tab keeps. */
export function isAnother(kept: string, link: string, before: string): boolean {
  if (link === before) return false;
  const [now, then] = [new URLSearchParams(link), new URLSearchParams(before)];
  const code = now.get('code');
  if (code !== null) return plainCode(code) !== kept;
  const external = (from: URLSearchParams) => from.get('PROLIFIC_PID') ?? from.get('id');
  const brought = external(now);
  return now.get('test') !== then.get('test') || (brought !== null && brought !== external(then));
}

export class StudySession {
  view = $state.raw<StudyView | null>(null);
  offline = $state(false);
  busy = $state(false);
  problem = $state('');
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  get code(): string | null {
    return this.view?.code ?? sessionStorage.getItem(KEY);
  }

  /** Goes on where the tab was, unless somebody else came. */
  async resume(): Promise<void> {
    const code = sessionStorage.getItem(KEY);
    if (!code) return;
    if (isAnother(code, location.search, sessionStorage.getItem(LINK) ?? '')) sessionStorage.removeItem(KEY);
    else await this.enter(code, 'reload');
  }

  /** Makes room for the next person at this screen, who comes by the same link without anybody's code. */
  startOver(): void {
    this.end();
    const test = new URLSearchParams(location.search).get('test');
    location.assign(test === null ? location.pathname : `${location.pathname}?${new URLSearchParams({ test })}`);
  }

  /** Goes on with a code; `true` if it is one from the sheet that nobody has agreed with yet. */
  async enter(code: string, how: 'reload' | 'device'): Promise<boolean> {
    this.problem = '';
    try {
      const view = await studyApi.act(code, { kind: 'hello' }, (yes) => (this.offline = yes));
      if (view.step.kind === 'fresh') return true;
      this.begin(view);
      void studyApi.tell(view.code, { kind: 'diary', what: how }).catch(() => {});
    } catch (error) {
      if (how === 'device' && error instanceof Refused) this.problem = error.code;
      sessionStorage.removeItem(KEY);
    }
    return false;
  }

  begin(view: StudyView): void {
    sessionStorage.setItem(KEY, view.code);
    sessionStorage.setItem(LINK, location.search);
    this.#take(view);
    this.#connect();
    document.addEventListener('visibilitychange', this.#seen);
  }

  async act(action: StudyAction): Promise<void> {
    const code = this.code;
    if (!code || this.busy) return;
    this.busy = true;
    try {
      this.#take(await studyApi.act(code, action, (yes) => (this.offline = yes)));
    } catch {
      // What was refused did not happen: show what is so now.
      await this.#look();
    } finally {
      this.busy = false;
    }
  }

  draft(question: string, text: string): void {
    const code = this.code;
    // Whatever is typed next carries it again.
    if (code) void studyApi.tell(code, { kind: 'draft', question, text }).catch(() => {});
  }

  async withdraw(): Promise<void> {
    const code = this.code;
    if (!code) return;
    await studyApi.tell(code, { kind: 'withdraw' });
    this.end();
  }

  /** Forgets everything on this page. */
  end(): void {
    this.#ended = true;
    sessionStorage.removeItem(KEY);
    clearTimeout(this.#timer);
    this.#socket?.close();
    document.removeEventListener('visibilitychange', this.#seen);
  }

  #take(view: StudyView): void {
    this.view = view;
    if (view.language === 'ja' || view.language === 'en') settings.language = view.language;
    this.#plan();
  }

  /** Looks again when something will have changed, or now and then while no socket tells it. */
  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#ended) return;
    const connected = this.#socket?.readyState === WebSocket.OPEN;
    const next = this.view?.next ?? null;
    const wait = next !== null ? next + 30 : connected ? BEAT : POLL;
    this.#timer = setTimeout(() => void this.#look(), Math.min(wait, BEAT));
  }

  async #look(): Promise<void> {
    const code = this.code;
    if (!code || this.#ended) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('.');
    else this.#connect();
    try {
      this.#take(await studyApi.act(code, { kind: 'hello' }, (yes) => (this.offline = yes)));
    } catch {
      this.#plan();
    }
  }

  #connect(): void {
    const code = this.code;
    if (!code || this.#ended || this.#socket?.readyState === WebSocket.CONNECTING) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/study/socket`);
    this.#socket = socket;
    socket.onopen = () => socket.send(code);
    socket.onmessage = (event) => this.#take(JSON.parse(String(event.data)) as StudyView);
    socket.onclose = () => this.#plan();
  }

  #seen = (): void => {
    const code = this.code;
    const what = document.hidden ? 'hidden' : 'shown';
    if (code) void studyApi.tell(code, { kind: 'diary', what }).catch(() => {});
  };
}
