import { expect, it } from 'vitest';
import { isTwoNumbers } from './upside-down';

it('tells which numbers are others upside down', () => {
  const all = Array.from({ length: 100 }, (_, number) => String(number));
  expect(all.filter(isTwoNumbers)).toEqual('6 9 16 18 19 61 66 68 81 86 89 91 98 99'.split(' '));
});
