// Keeps the music as the settings say while a game is on the screen.

import { settings } from '../settings/store.svelte';
import { allowSound } from './output';
import { Music } from './music';

const music = new Music();

/** Call while a component is set up; `progress` is 0 at the start of a game and 1 at its end. */
export function useMusic(progress: () => number): void {
  let woken = $state(false);
  $effect(() => {
    const wake = () => {
      allowSound();
      woken = true;
    };
    addEventListener('pointerdown', wake);
    addEventListener('keydown', wake);
    return () => {
      removeEventListener('pointerdown', wake);
      removeEventListener('keydown', wake);
    };
  });
  $effect(() => {
    if (woken && settings.music && !settings.muted) music.start();
    else music.stop();
    music.loud(settings.musicVolume);
  });
  $effect(() => music.phase(settings.musicFollows ? progress() : 0));
  $effect(() => () => music.stop());
}
