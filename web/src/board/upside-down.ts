// Figures at a table that people look at from all sides.

const TURNED: Record<string, string> = { '0': '0', '1': '1', '6': '9', '8': '8', '9': '6' };

/** Whether a number is another one upside down, as 6 and 9 are: it is underlined then. */
export function isTwoNumbers(text: string): boolean {
  const turned = [...text]
    .toReversed()
    .map((figure) => TURNED[figure] ?? '')
    .join('');
  return turned.length === text.length && turned !== text && !turned.startsWith('0');
}
