// Everything a person can adjust, with its default, and how a saved or imported file is read:
// an unknown field is passed over, a value that does not fit falls back to the default.

export const LANGUAGES = ['ja', 'en'] as const;
export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export const PIECES = ['kanji', 'letters', 'icons'] as const;
export const DISCS = ['ink', 'indigo', 'vermilion', 'clay'] as const;
export const BOARDS = ['felt', 'wood', 'slate'] as const;

export type Language = (typeof LANGUAGES)[number];
export type Theme = (typeof THEMES)[number];
export type PieceStyle = (typeof PIECES)[number];
export type DiscStyle = (typeof DISCS)[number];
export type BoardStyle = (typeof BOARDS)[number];

export interface Settings {
  name: string;
  language: Language;
  /** Japanese without kanji where it matters. */
  kana: boolean;
  theme: Theme;
  pieces: PieceStyle;
  discs: DiscStyle;
  board: BoardStyle;
  coordinates: boolean;
  legal: boolean;
  turnBoard: boolean;
  table: boolean;
  animation: boolean;
  /** Milliseconds between a move and the AI's answer on the screen. */
  pause: number;
  confirm: boolean;
  evaluation: boolean;
  muted: boolean;
  effects: boolean;
  effectsVolume: number;
  music: boolean;
  musicVolume: number;
  musicFollows: boolean;
  /** The level of a quick game. */
  level: number;
}

export const PAUSES = { least: 0, most: 2000, step: 100 } as const;

export function browserLanguage(languages: readonly string[]): Language {
  const first = languages.find((tag) => /^(ja|en)\b/i.test(tag));
  return first !== undefined && /^ja/i.test(first) ? 'ja' : 'en';
}

const piecesFor = (language: Language): Settings['pieces'] => (language === 'ja' ? 'kanji' : 'letters');

/** The same settings in another language: pieces are written in it too, unless somebody chose otherwise. */
export function inLanguage(settings: Settings, language: Language): Pick<Settings, 'language' | 'pieces'> {
  const asUsual = settings.pieces === piecesFor(settings.language);
  return { language, pieces: asUsual ? piecesFor(language) : settings.pieces };
}

export function defaults(language: Language): Settings {
  return {
    name: '',
    language,
    kana: false,
    theme: 'system',
    pieces: piecesFor(language),
    discs: 'ink',
    board: 'felt',
    coordinates: true,
    legal: true,
    turnBoard: true,
    table: false,
    animation: true,
    pause: 400,
    confirm: false,
    evaluation: false,
    muted: false,
    effects: true,
    effectsVolume: 60,
    music: false,
    musicVolume: 35,
    musicFollows: true,
    level: 3,
  };
}

const CHOICES: Partial<Record<keyof Settings, readonly string[]>> = {
  language: LANGUAGES,
  theme: THEMES,
  pieces: PIECES,
  discs: DISCS,
  board: BOARDS,
};

const RANGES: Partial<Record<keyof Settings, readonly [number, number]>> = {
  pause: [PAUSES.least, PAUSES.most],
  effectsVolume: [0, 100],
  musicVolume: [0, 100],
  level: [1, 10],
};

/** The server refuses longer names. */
export const NAME_LENGTH = 40;

export function readSettings(found: unknown, fallback: Settings): Settings {
  const settings: Settings = { ...fallback };
  if (typeof found !== 'object' || found === null) return settings;
  const source = found as Record<string, unknown>;
  const target = settings as unknown as Record<string, unknown>;
  for (const key of Object.keys(fallback) as (keyof Settings)[]) {
    if (fits(key, source[key], fallback[key])) target[key] = source[key];
  }
  settings.name = settings.name.slice(0, NAME_LENGTH);
  return settings;
}

function fits(key: keyof Settings, value: unknown, like: unknown): boolean {
  if (typeof value !== typeof like) return false;
  const choices = CHOICES[key];
  if (choices) return choices.includes(value as string);
  const range = RANGES[key];
  if (range) return Number.isFinite(value) && (value as number) >= range[0] && (value as number) <= range[1];
  return true;
}

export const FILE_FORMAT = 'kaesu-settings';

export function writeFile(settings: Settings): string {
  return JSON.stringify({ format: FILE_FORMAT, version: 1, settings }, null, 2);
}

/** The settings of an exported file, or null if it is none. */
export function readFile(text: string, fallback: Settings): Settings | null {
  try {
    const file = JSON.parse(text) as { format?: unknown; version?: unknown; settings?: unknown };
    if (file.format !== FILE_FORMAT || file.version !== 1) return null;
    return readSettings(file.settings, fallback);
  } catch {
    return null;
  }
}
