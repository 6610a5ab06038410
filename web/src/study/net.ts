// What a participant's page asks the server. An answer that was not confirmed is sent again with the
// same id until it is, so that it counts once whatever the network does.

import { Refused } from '../net/api';
import type { Failure, StudyAction, StudyDesk, StudyEntry, StudyOrder, StudyView } from '../protocol';

const PAUSES = [300, 1000, 2000, 4000];

export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function send(method: string, path: string, body?: unknown, secret?: string): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (secret) headers['X-Study-Desk'] = secret;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused('offline', 'the server cannot be reached');
  }
  if (answer.ok) return answer;
  const failure = (await answer.json().catch(() => null)) as Failure | null;
  throw new Refused(failure?.code ?? `status-${answer.status}`, failure?.message ?? answer.statusText);
}

/** Whether it may come off if it is tried again. */
function passing(error: unknown): boolean {
  return error instanceof Refused && ['offline', 'too-many', 'unusable', 'full'].includes(error.code);
}

/** Tries until the server has answered; `offline` hears whether it cannot be reached. */
async function insist<T>(work: () => Promise<T>, offline: (yes: boolean) => void): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const done = await work();
      offline(false);
      return done;
    } catch (error) {
      if (!passing(error)) {
        offline(false);
        throw error;
      }
      offline(true);
      await new Promise((go) => setTimeout(go, PAUSES[Math.min(attempt, PAUSES.length - 1)]));
    }
  }
}

export const studyApi = {
  entry: async () => (await send('GET', '/api/study')).json() as Promise<StudyEntry>,
  decline: () => send('POST', '/api/study/decline'),
  consent: async (language: string, external: string | null, test: string | null, code: string | null) =>
    (await send('POST', '/api/study/consent', { language, external, test, code })).json() as Promise<StudyView>,
  visit: async (language: string) =>
    (await send('POST', '/api/study/visit', { language })).json() as Promise<StudyView>,
  act: (code: string, action: StudyAction, offline: (yes: boolean) => void) => {
    const id = randomId();
    return insist(
      async () => (await send('POST', '/api/study/act', { code, id, action })).json() as Promise<StudyView>,
      offline,
    );
  },
  tell: (code: string, action: StudyAction) => send('POST', '/api/study/act', { code, action }),
  desk: async (secret: string) =>
    (await send('GET', '/api/study/desk', undefined, secret)).json() as Promise<StudyDesk>,
  order: (secret: string, order: StudyOrder) => send('POST', '/api/study/desk', order, secret),
};
