// Which ply of a game is looked at. `null` is the present, which moves on with the game.

export class Cursor {
  at = $state<number | null>(null);

  constructor(private readonly last: () => number) {}

  get ply(): number {
    return Math.min(this.at ?? this.last(), this.last());
  }

  to(ply: number): void {
    const wanted = Math.max(0, ply);
    this.at = wanted >= this.last() ? null : wanted;
  }

  go(where: 'first' | 'previous' | 'next' | 'present'): void {
    if (where === 'present') this.at = null;
    else if (where === 'first') this.to(0);
    else this.by(where === 'next' ? 1 : -1);
  }

  by(plies: number): void {
    this.to(this.ply + plies);
  }
}
