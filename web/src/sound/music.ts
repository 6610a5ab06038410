// Calm music made on the spot: a plucked melody that wanders over a Japanese five-note scale above
// slow low notes. Three pieces, one for each phase of a game; nothing repeats exactly.

import { gainOf, output } from './output';
import { bell, pluck } from './voices';

export interface Piece {
  /** Half tones above the lowest note. */
  scale: readonly number[];
  /** The lowest note in Hz. */
  base: number;
  /** Seconds of a beat. */
  beat: number;
  /** How many beats in a hundred carry a note. */
  density: number;
}

export const PIECES: readonly Piece[] = [
  // Yo: open, for the opening.
  { scale: [0, 2, 5, 7, 9, 12, 14, 17, 19], base: 146.8, beat: 0.62, density: 52 },
  // In: shaded, for the middle game.
  { scale: [0, 1, 5, 7, 8, 12, 13, 17, 19], base: 130.8, beat: 0.54, density: 60 },
  // Ritsu: settled, for the end.
  { scale: [0, 2, 5, 7, 10, 12, 14, 17, 19], base: 164.8, beat: 0.7, density: 46 },
];

/** The next degree of a melody: mostly a step, sometimes a leap, home again at the edges. */
export function nextDegree(degree: number, size: number, random: () => number): number {
  const leap = random() < 0.15 ? 3 : random() < 0.5 ? 1 : 2;
  const up = random() < 1 - degree / (size - 1);
  return Math.max(0, Math.min(size - 1, degree + (up ? leap : -leap)));
}

const AHEAD = 0.6;

export class Music {
  private timer: ReturnType<typeof setInterval> | undefined;
  private volume: GainNode | null = null;
  private next = 0;
  private beat = 0;
  private degree = 4;
  private piece = 0;

  get playing(): boolean {
    return this.timer !== undefined;
  }

  start(): void {
    const context = output();
    if (!context || this.playing) return;
    this.volume = context.createGain();
    this.volume.connect(context.destination);
    this.next = context.currentTime + 0.2;
    this.timer = setInterval(() => this.schedule(context), 200);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    const volume = this.volume;
    if (!volume) return;
    volume.gain.setTargetAtTime(0, volume.context.currentTime, 0.3);
    setTimeout(() => volume.disconnect(), 1500);
    this.volume = null;
  }

  loud(volume: number): void {
    this.volume?.gain.setTargetAtTime(gainOf(volume) * 0.7, this.volume.context.currentTime, 0.1);
  }

  /** From 0 at the start of the game to 1 at its end. */
  phase(progress: number): void {
    this.piece = Math.min(PIECES.length - 1, Math.floor(progress * PIECES.length));
  }

  private schedule(context: AudioContext): void {
    while (this.next < context.currentTime + AHEAD) {
      this.sound(context, this.next);
      const piece = PIECES[this.piece];
      if (!piece) return;
      this.next += piece.beat;
      this.beat++;
    }
  }

  private sound(context: AudioContext, at: number): void {
    const piece = PIECES[this.piece];
    const target = this.volume;
    if (!piece || !target) return;
    const pitch = (degree: number) => piece.base * 2 ** ((piece.scale[degree] ?? 0) / 12);
    if (this.beat % 8 === 0)
      pluck(context, target, { at, frequency: pitch(this.beat % 16 === 0 ? 0 : 3) / 2, gain: 0.32, length: 4 });
    if (this.beat % 32 === 28) bell(context, target, { at, frequency: pitch(7) * 2, gain: 0.05, length: 3 });
    if (Math.random() * 100 < piece.density) {
      this.degree = nextDegree(this.degree, piece.scale.length, Math.random);
      pluck(context, target, {
        at: at + Math.random() * 0.02,
        frequency: pitch(this.degree) * 2,
        gain: 0.16 + Math.random() * 0.08,
        length: 2.4,
      });
    }
  }
}
