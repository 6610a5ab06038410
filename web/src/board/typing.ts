// Squares typed letter by letter. A pause starts a new word, and so does a letter or digit that
// cannot continue the old one.

const PAUSE = 1500;

export class Typing {
  private word = '';
  private last = -Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

  add(key: string): string {
    const time = this.now();
    const continues = time - this.last < PAUSE && /^([a-z]\d{0,2}|\d[a-z]?)$/i.test(this.word + key);
    this.word = (continues ? this.word : '') + key.toLowerCase();
    this.last = time;
    return this.word;
  }
}
