import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import QrCode from './QrCode.svelte';

afterEach(cleanup);

/** The dark modules of the picture, as `column row`, and its side. */
function drawn(text: string): { dark: Set<string>; side: number } {
  render(QrCode, { text, label: 'Link' });
  const picture = screen.getByRole('img', { name: 'Link' });
  const path = picture.querySelector('path')?.getAttribute('d') ?? '';
  return { dark: new Set(path.match(/\d+ \d+/g)), side: Number(picture.getAttribute('viewBox')?.split(' ')[3]) };
}

it('has three finder patterns inside four light modules', () => {
  const { dark, side } = drawn('http://192.168.1.20:8364/r/0123456789abcdef0123456789abcdef');
  // Version 4 holds 62 bytes with correction M.
  expect(side).toBe(33 + 8);
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  for (const [row, column] of [
    [4, 4],
    [4, side - 11],
    [side - 11, 4],
  ] as const) {
    const found = finder.map((line, down) =>
      Array.from(line, (_, right) => (dark.has(`${column + right} ${row + down}`) ? '1' : '0')).join(''),
    );
    expect(found).toEqual(finder);
  }
  const inside = (at: string) => at.split(' ').every((place) => Number(place) >= 4 && Number(place) < side - 4);
  expect([...dark].every(inside)).toBe(true);
});

it('differs with what it says', () => {
  const one = drawn('http://a/r/1').dark;
  cleanup();
  expect(drawn('http://a/r/2').dark).not.toEqual(one);
});
