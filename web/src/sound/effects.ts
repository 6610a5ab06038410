// The sounds of the game.

import { settings } from '../settings/store.svelte';
import { gainOf, output } from './output';
import { bell, knock, pluck } from './voices';

export type Effect = 'place' | 'turn' | 'move' | 'check' | 'yourTurn' | 'pass' | 'end' | 'win';

/** After so many milliseconds. */
export function playEffect(effect: Effect, count = 1, after = 0): void {
  if (settings.muted || !settings.effects) return;
  const context = output();
  if (!context) return;
  const volume = context.createGain();
  volume.gain.value = gainOf(settings.effectsVolume);
  volume.connect(context.destination);
  const now = context.currentTime + 0.01 + after / 1000;
  switch (effect) {
    case 'place':
    case 'move':
      knock(context, volume, { at: now, frequency: effect === 'place' ? 330 : 240, gain: 0.9, length: 0.09 });
      break;
    case 'turn':
      // One soft tick for each disc, up to eight: more would rattle.
      for (let index = 0; index < Math.min(8, count); index++) {
        knock(context, volume, {
          at: now + 0.09 + index * 0.028,
          frequency: 620 + index * 22,
          gain: 0.28,
          length: 0.05,
        });
      }
      break;
    case 'check':
      bell(context, volume, { at: now, frequency: 880, gain: 0.35, length: 0.5 });
      bell(context, volume, { at: now + 0.14, frequency: 1174.7, gain: 0.35, length: 0.7 });
      break;
    case 'yourTurn':
      bell(context, volume, { at: now + 0.12, frequency: 659.3, gain: 0.22, length: 0.6 });
      break;
    case 'pass':
      pluck(context, volume, { at: now, frequency: 196, gain: 0.35, length: 0.7 });
      break;
    case 'end':
    case 'win': {
      const chord = effect === 'win' ? [293.7, 392, 440, 587.3, 784] : [293.7, 349.2, 440, 587.3];
      chord.forEach((frequency, index) =>
        pluck(context, volume, { at: now + index * 0.13, frequency, gain: 0.35, length: 2.2 }),
      );
      break;
    }
  }
}
