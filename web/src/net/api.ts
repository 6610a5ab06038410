// Requests to the server. A request that fails throws a `Refused` with the server's own code
// and sentence.

import type {
  AnalysisState,
  Check,
  Checked,
  ClassJoin,
  ClassOpen,
  ClassTeach,
  ClassView,
  CreateRoom,
  Failure,
  GameEntry,
  Info,
  OwnResults,
  Players,
  PlyValues,
  Positions,
  QuickPlay,
  RecordKept,
  RecordList,
  RecordView,
  RoomCreated,
  RoomView,
  SeatToken,
  Understood,
} from '../protocol';
import { adminToken, person } from './identity';

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

function send(method: string, path: string, body?: unknown): Promise<Response> {
  return sendText(method, path, body === undefined ? undefined : JSON.stringify(body));
}

async function sendText(method: string, path: string, body?: string, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { 'X-Person': person() };
  const admin = adminToken();
  if (admin) headers.Authorization = `Bearer ${admin}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body ?? null, signal: signal ?? null });
  } catch {
    throw new Refused('offline', 'the server cannot be reached');
  }
  if (answer.ok) return answer;
  const failure = (await answer.json().catch(() => null)) as Failure | null;
  throw new Refused(failure?.code ?? `status-${answer.status}`, failure?.message ?? answer.statusText);
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await send(method, path, body)).json() as Promise<T>;
}

export const api = {
  info: () => json<Info>('GET', '/api/info'),
  games: () => json<GameEntry[]>('GET', '/api/games'),
  players: (game: string) => json<Players>('GET', `/api/players?game=${encodeURIComponent(game)}`),
  createRoom: (room: CreateRoom) => json<RoomCreated>('POST', '/api/rooms', room),
  quickPlay: (play: QuickPlay) => json<RoomCreated>('POST', '/api/play', play),
  room: (room: string) => json<RoomView>('GET', `/api/rooms/${room}`),
  check: (check: Check) => json<Checked>('POST', '/api/check', check),
  /** `source` is `rooms/ROOM` or `records/RECORD`. */
  positions: (source: string, from: number, to: number) =>
    json<Positions>('GET', `/api/${source}/positions?from=${from}&to=${to}`),
  records: (before: string | null) =>
    json<RecordList>('GET', `/api/records?limit=50${before === null ? '' : `&before=${before}`}`),
  record: (record: string) => json<RecordView>('GET', `/api/records/${record}`),
  recordFile: async (record: string, kind: 'json' | 'transcript') =>
    (await send('GET', `/api/records/${record}/${kind}`)).blob(),
  /** Says what a text is understood as; nothing is kept. */
  readRecord: async (text: string) => (await sendText('POST', '/api/records/read', text)).json() as Promise<Understood>,
  /** `text` is whatever was pasted or is in a file. */
  importRecord: async (text: string) => (await sendText('POST', '/api/records', text)).json() as Promise<RecordKept>,
  values: async (record: string, ply: number, signal: AbortSignal) =>
    (await sendText('GET', `/api/records/${record}/values?ply=${ply}`, undefined, signal)).json() as Promise<PlyValues>,
  deleteRecord: (record: string) => send('DELETE', `/api/records/${record}`),
  analyse: (record: string) => json<AnalysisState>('POST', `/api/records/${record}/analysis`),
  analysis: (record: string) => json<AnalysisState>('GET', `/api/records/${record}/analysis`),
  results: () => json<OwnResults>('GET', '/api/results'),
  classView: (boards: boolean) => json<ClassView>('GET', `/api/class${boards ? '?boards=true' : ''}`),
  classJoin: (join: ClassJoin) => json<ClassView>('POST', '/api/class/join', join),
  classTeach: (teach: ClassTeach) => json<ClassView>('POST', '/api/class/teach', teach),
  classOpen: (open: ClassOpen) => json<[string, SeatToken[]]>('POST', '/api/class/table', open),
  classClose: () => json<ClassView>('POST', '/api/class/close'),
  /** With `before` those of the class that was ended before this one. */
  classExport: async (before = false) => (await send('GET', `/api/class/export${before ? '?before=true' : ''}`)).blob(),
  quit: () => send('POST', '/api/quit'),
};
