// The one copy of the settings that the whole page reads. Changing a field saves it.

import { load, save } from '../storage';
import { browserLanguage, defaults, readSettings, type Settings, type Theme } from './settings';

const fresh = defaults(browserLanguage(navigator.languages ?? [navigator.language]));

export const settings: Settings = $state(readSettings(load('settings'), fresh));

export function replaceSettings(all: Settings): void {
  Object.assign(settings, all);
}

export function resetSettings(): void {
  Object.assign(settings, fresh, { name: settings.name });
}

export function keepSettings(): () => void {
  return $effect.root(() => {
    $effect(() => {
      save('settings', $state.snapshot(settings));
    });
  });
}

const reduced = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
let still = $state(reduced?.matches ?? false);
reduced?.addEventListener('change', (event) => (still = event.matches));

/** Whether things may move on the screen. Without motion there are no waits for it either. */
export function moving(): boolean {
  return settings.animation && !still;
}

/** How long a move of an AI is held back so that the one before can be seen. */
export function aiPause(): number {
  return moving() ? settings.pause : 0;
}

const darkDevice = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
let dark = $state(darkDevice?.matches ?? false);
darkDevice?.addEventListener('change', (event) => (dark = event.matches));

/** The theme that is shown. */
export function theme(): Exclude<Theme, 'system'> {
  return settings.theme === 'system' ? (dark ? 'dark' : 'light') : settings.theme;
}

/** Whether the device asks for less motion. */
export function deviceIsStill(): boolean {
  return still;
}
