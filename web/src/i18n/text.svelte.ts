// The texts of the page in the language of the settings.

import type { Label } from '../protocol';
import { settings } from '../settings/store.svelte';
import { en, type Messages } from './en';
import { ja } from './ja';
import { kana } from './kana';

export const dictionaries = { en, ja } as const;

export function t(): Messages {
  return settings.language === 'ja' && settings.kana ? kana : dictionaries[settings.language];
}

/** What a player file says of its player, in Japanese where it does and that is the language. */
export function inLanguage(entry: { about: string; aboutJa: string | null }): string {
  return (settings.language === 'ja' && entry.aboutJa) || entry.about;
}

/** What people call a player, in their language. */
export function titleOf(player: { title: string; titleJa: string | null }): string {
  return (settings.language === 'ja' && player.titleJa) || player.title;
}

/** A text that the server tells in both languages. */
export function labelText(label: Label): string {
  return label[settings.language];
}

export function number(value: number, digits = 1): string {
  return value.toLocaleString(settings.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
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
