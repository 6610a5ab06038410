// The texts of the page in the language of the settings.

import type { Label } from '../protocol';
import { settings } from '../settings/store.svelte';
import { en, type Messages } from './en';
import type * as Kana from './kana';

/** What only those load who read it: Japanese, and the texts for those who read no kanji yet. */
let ja = $state.raw<Messages>();
let simple = $state.raw<typeof Kana>();
const wantsKana = () => settings.language === 'ja' && settings.kana;

/** Fetches the texts that are wanted; until they are there, and without them, there are those that came before. */
export async function fetchTexts(): Promise<void> {
  if (wantsKana()) simple ??= await import('./kana').catch(() => undefined);
  else if (settings.language === 'ja') ja ??= (await import('./ja').catch(() => undefined))?.ja;
}

/** Fetches them as soon as they are wanted. */
export function keepTexts(): () => void {
  return $effect.root(() => {
    $effect(() => void fetchTexts());
  });
}

function kanaTexts(): typeof simple {
  return wantsKana() ? simple : undefined;
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
  return (settings.language === 'ja' && (kanaTexts()?.kana ?? ja ?? simple?.kana)) || en;
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
