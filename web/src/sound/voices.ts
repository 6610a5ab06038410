// Instruments: a wooden knock, a plucked string, a small bell. All are made of a few waves.

export interface Note {
  /** Seconds on the context's clock. */
  at: number;
  frequency: number;
  gain: number;
  length: number;
}

function envelope(context: AudioContext, target: AudioNode, { at, gain, length }: Note, attack: number): GainNode {
  const node = context.createGain();
  node.gain.setValueAtTime(0, at);
  node.gain.linearRampToValueAtTime(gain, at + attack);
  node.gain.exponentialRampToValueAtTime(0.0001, at + length);
  node.connect(target);
  return node;
}

function wave(context: AudioContext, target: AudioNode, type: OscillatorType, frequency: number, note: Note): void {
  const oscillator = context.createOscillator();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, note.at);
  oscillator.connect(target);
  oscillator.start(note.at);
  oscillator.stop(note.at + note.length + 0.05);
}

/** A piece put down on wood. */
export function knock(context: AudioContext, target: AudioNode, note: Note): void {
  const body = envelope(context, target, note, 0.001);
  const oscillator = context.createOscillator();
  oscillator.type = 'sine';
  oscillator.frequency.setValueAtTime(note.frequency * 1.6, note.at);
  oscillator.frequency.exponentialRampToValueAtTime(note.frequency, note.at + 0.03);
  oscillator.connect(body);
  oscillator.start(note.at);
  oscillator.stop(note.at + note.length + 0.05);
  const click = context.createBufferSource();
  const noise = context.createBuffer(1, Math.floor(context.sampleRate * 0.02), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++)
    samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 3;
  click.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = note.frequency * 4;
  click.connect(filter).connect(envelope(context, target, { ...note, gain: note.gain * 0.8, length: 0.04 }, 0.001));
  click.start(note.at);
}

/** A string like a koto's: bright at first, soft at the end. */
export function pluck(context: AudioContext, target: AudioNode, note: Note): void {
  const filter = context.createBiquadFilter();
  filter.type = 'lowpass';
  filter.frequency.setValueAtTime(note.frequency * 8, note.at);
  filter.frequency.exponentialRampToValueAtTime(note.frequency * 1.5, note.at + note.length * 0.6);
  filter.connect(envelope(context, target, note, 0.006));
  wave(context, filter, 'triangle', note.frequency, note);
  wave(context, filter, 'sawtooth', note.frequency * 1.003, { ...note, length: note.length * 0.5 });
}

export function bell(context: AudioContext, target: AudioNode, note: Note): void {
  for (const [ratio, share] of [
    [1, 1],
    [2.01, 0.45],
    [2.99, 0.22],
    [4.2, 0.1],
  ] as const) {
    const part = { ...note, gain: note.gain * share, length: note.length / Math.sqrt(ratio) };
    wave(context, envelope(context, target, part, 0.004), 'sine', note.frequency * ratio, part);
  }
}
