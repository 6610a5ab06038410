import { expect, it } from 'vitest';
import { remainder } from './galois';
import { qrCode } from './qr';

it('computes the correction bytes of the example of the standard', () => {
  // ISO/IEC 18004, annex I: 01234567 in version 1-M.
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  expect(remainder(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

it('takes the smallest code that holds the text', () => {
  const sizes = [14, 15, 62, 63, 213].map((length) => qrCode('x'.repeat(length))?.length);
  expect(sizes).toEqual([21, 25, 33, 37, 57]);
  expect(qrCode('x'.repeat(214))).toBeNull();
});

it('has three finder patterns and the dark module', () => {
  const modules = qrCode('http://192.168.1.20:8364/r/0123456789abcdef0123456789abcdef')!;
  const size = modules.length;
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  for (const [row, column] of [[0, 0], [0, size - 7], [size - 7, 0]] as const) {
    const found = finder.map((_, down) => modules[row + down]!.slice(column, column + 7).map(Number).join(''));
    expect(found).toEqual(finder);
  }
  expect(modules[size - 8]![8]).toBe(true);
});
