// Round numbers for an axis.

export function ticks(least: number, most: number, count = 4): number[] {
  const span = Math.max(most - least, 1e-9);
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const found: number[] = [];
  for (let index = Math.ceil(least / step - 1e-9); index * step <= most + 1e-9; index++)
    found.push(Number((index * step).toPrecision(12)));
  // One number tells nobody how far the others are away.
  return found.length < 2 && count < 16 ? ticks(least, most, 2 * count) : found;
}

/** Zero and one round number on either side of it, as large as fits. */
export function around(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [5, 2, 1].map((factor) => factor * power).find((each) => each <= most) ?? power;
  return [-step, 0, step];
}

/** Maps one range onto another. */
export function linear(from: readonly [number, number], to: readonly [number, number]): (value: number) => number {
  const span = from[1] - from[0] || 1;
  return (value) => to[0] + ((value - from[0]) / span) * (to[1] - to[0]);
}
