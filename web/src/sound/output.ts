// The one audio output. Browsers allow sound only after the first tap or key, so it is made
// then, and everything before is silent.

let context: AudioContext | null = null;
let allowed = false;

export function allowSound(): void {
  allowed = true;
  if (context?.state === 'suspended') void context.resume();
}

export function output(): AudioContext | null {
  if (!allowed || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** A volume of 0 to 100 as the ear hears it. */
export function gainOf(volume: number): number {
  return (volume / 100) ** 2;
}
