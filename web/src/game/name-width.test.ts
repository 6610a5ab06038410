import { describe, expect, it } from 'vitest';
import { wordWidth } from './name-width';

describe('the width of a name', () => {
  it('is that of its longest word', () => {
    expect(wordWidth('Anna-Lena Müller')).toBeCloseTo(wordWidth('Müller'));
    expect(wordWidth('Christopher')).toBeGreaterThan(wordWidth('Bo Christo'));
    expect(wordWidth('さくらこ')).toBe(4);
    expect(wordWidth('Wim')).toBeGreaterThan(wordWidth('ill'));
    expect(wordWidth('')).toBe(1);
  });
});
