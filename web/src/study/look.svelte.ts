// Language and colours of the whole page, as the settings say.

import { settings, theme } from '../settings/store.svelte';

export function useLook(title: () => string): void {
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    root.dataset.theme = theme();
    root.dataset.discs = settings.discs;
    root.dataset.board = theme() === 'contrast' ? 'contrast' : settings.board;
    document.title = title();
  });
}
