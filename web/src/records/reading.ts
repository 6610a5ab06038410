// What a pasted text is, for every box that takes one: a link into this server, or games.

import { api } from '../net/api';
import type { Understood } from '../protocol';

export type Reading = { link: string } | Understood;

/** Links come alone or below the sentence they were shared with. */
const LINK = /^https?:\/\/[^\s/]+\/(r|records)\/([\w-]+)([?#]\S*)?$/;

export async function readText(text: string): Promise<Reading> {
  const [, kind, id = '', rest = ''] = LINK.exec(text.trim().split('\n').at(-1)?.trim() ?? '') ?? [];
  if (!kind) return api.readRecord(text);
  // It leads to its game, if that is here.
  await (kind === 'r' ? api.room(id) : api.record(id));
  return { link: `/${kind}/${id}${rest}` };
}
