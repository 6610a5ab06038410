// The texts of the page in the language of the settings.

import type { Label } from '../protocol';
import { settings } from '../settings/store.svelte';
import { en, type Messages } from './en';
import { ja } from './ja';
import type * as Kana from './kana';

export const dictionaries = { en, ja } as const;

/** What only those load who read no kanji yet. */
let simple = $state.raw<typeof Kana>();
const wanted = () => settings.language === 'ja' && settings.kana;

/** Fetches the texts without kanji if they are wanted; until they are there, and without them, there is kanji. */
export async function fetchKana(): Promise<void> {
  if (wanted() && !simple) simple = await import('./kana').catch(() => undefined);
}

/** Fetches them as soon as they are wanted. */
export function keepKana(): () => void {
  return $effect.root(() => {
    $effect(() => void fetchKana());
  });
}

function kanaTexts(): typeof simple {
  return wanted() ? simple : undefined;
}

/** Whether the page is written for those who read no kanji yet. */
export function inKana(): boolean {
  return kanaTexts() !== undefined;
}

/** In what squares and moves are written. */
export function script(): 'ja' | 'kana' | 'en' {
  return inKana() ? 'kana' : settings.language;
}

export function t(): Messages {
  return kanaTexts()?.kana ?? dictionaries[settings.language];
}

/** Parts of a sentence one after the other. */
export function list(parts: readonly string[]): string {
  return parts.join(settings.language === 'ja' ? '、' : ', ');
}

/** What a player file says of its player, in Japanese where it does and that is the language; it knows no kana. */
export function inLanguage(entry: { about: string; aboutJa: string | null }): string {
  if (inKana()) return '';
  return (settings.language === 'ja' && entry.aboutJa) || entry.about;
}

/** What people call a player, in their language. */
export function titleOf(player: { title: string; titleJa: string | null }): string {
  const title = (settings.language === 'ja' && player.titleJa) || player.title;
  return kanaTexts()?.kanaTitle(title) ?? title;
}

/** A text that the server tells in both languages. */
export function labelText(label: Label): string {
  return kanaTexts()?.LABELS[label.ja] ?? label[settings.language];
}

/** A move of pieces as it is written in Japanese. */
export function moveInScript(text: string): string {
  return kanaTexts()?.kanaMove(text) ?? text;
}

/** A figure with at least and at most so many digits after the point. */
export function number(value: number, digits = 1, most = digits): string {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: most, signDisplay: 'negative' } as const;
  return value.toLocaleString(settings.language, format).replace('-', '−');
}

export function day(milliseconds: string): string {
  return new Date(Number(milliseconds)).toLocaleDateString(settings.language, { dateStyle: 'medium' });
}

export function date(milliseconds: string): string {
  return new Date(Number(milliseconds)).toLocaleString(settings.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}
