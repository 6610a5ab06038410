// QR codes (ISO/IEC 18004) for links: bytes, error correction M, versions 1 to 10, which hold up to
// 213 bytes.

import { remainder } from './galois';

interface Version {
  /** Correction bytes of each block. */
  correction: number;
  /** Data bytes of each block. */
  blocks: readonly number[];
  /** Centres of the alignment patterns. */
  alignment: readonly number[];
}

const VERSIONS: readonly Version[] = [
  { correction: 10, blocks: [16], alignment: [] },
  { correction: 16, blocks: [28], alignment: [6, 18] },
  { correction: 26, blocks: [44], alignment: [6, 22] },
  { correction: 18, blocks: [32, 32], alignment: [6, 26] },
  { correction: 24, blocks: [43, 43], alignment: [6, 30] },
  { correction: 16, blocks: [27, 27, 27, 27], alignment: [6, 34] },
  { correction: 18, blocks: [31, 31, 31, 31], alignment: [6, 22, 38] },
  { correction: 22, blocks: [38, 38, 39, 39], alignment: [6, 24, 42] },
  { correction: 22, blocks: [36, 36, 36, 37, 37], alignment: [6, 26, 46] },
  { correction: 26, blocks: [43, 43, 43, 43, 44], alignment: [6, 28, 50] },
];

export type Modules = boolean[][];

/** The dark modules, row by row, or null if the text is too long. */
export function qrCode(text: string): Modules | null {
  const bytes = [...new TextEncoder().encode(text)];
  for (const [index, version] of VERSIONS.entries()) {
    const number = index + 1;
    const capacity = version.blocks.reduce((sum, count) => sum + count, 0);
    const header = number < 10 ? 12 : 20;
    if (bytes.length * 8 + header > capacity * 8) continue;
    return draw(number, version, interleave(version, dataBytes(bytes, number, capacity)));
  }
  return null;
}

function dataBytes(bytes: readonly number[], version: number, capacity: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data: number[] = [];
  for (let start = 0; start < bits.length; start += 8) data.push(bits.slice(start, start + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

function interleave(version: Version, data: readonly number[]): number[] {
  let start = 0;
  const blocks = version.blocks.map((length) => data.slice(start, (start += length)));
  const corrections = blocks.map((block) => remainder(block, version.correction));
  const across = (lists: readonly (readonly number[])[]) => {
    const longest = Math.max(...lists.map((list) => list.length));
    return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
  };
  return [...across(blocks), ...across(corrections)];
}

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

function draw(number: number, version: Version, bytes: readonly number[]): Modules {
  const size = 17 + 4 * number;
  const dark: Modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const fixed: Modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (row: number, column: number, value: boolean) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    dark[row]![column] = value;
    fixed[row]![column] = true;
  };
  drawPatterns(size, version, set);
  if (number >= 7) drawVersion(size, number, set);
  drawFormat(size, 0, set);
  placeData(size, bytes, dark, fixed);
  let best: { penalty: number; mask: number } = { penalty: Infinity, mask: 0 };
  for (const mask of MASKS.keys()) {
    applyMask(dark, fixed, mask);
    drawFormat(size, mask, set);
    const penalty = penaltyOf(dark);
    if (penalty < best.penalty) best = { penalty, mask };
    applyMask(dark, fixed, mask);
  }
  applyMask(dark, fixed, best.mask);
  drawFormat(size, best.mask, set);
  return dark;
}

type SetModule = (row: number, column: number, value: boolean) => void;

function drawPatterns(size: number, { alignment }: Version, set: SetModule): void {
  for (let index = 0; index < size; index++) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) {
    for (let down = -4; down <= 4; down++) {
      for (let right = -4; right <= 4; right++) {
        const distance = Math.max(Math.abs(down), Math.abs(right));
        set(row + down, column + right, distance !== 2 && distance !== 4);
      }
    }
  }
  const last = alignment.length - 1;
  alignment.forEach((row, i) => {
    alignment.forEach((column, j) => {
      // Three corners hold the finder patterns.
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let down = -2; down <= 2; down++) {
        for (let right = -2; right <= 2; right++) set(row + down, column + right, Math.max(Math.abs(down), Math.abs(right)) !== 1);
      }
    });
  });
}

function checked(value: number, generator: number, length: number): number {
  let rest = value << length;
  const top = generator.toString(2).length;
  for (let bit = value.toString(2).length + length - 1; bit >= length; bit--) {
    if ((rest >> bit) & 1) rest ^= generator << (bit - top + 1);
  }
  return (value << length) | rest;
}

function drawFormat(size: number, mask: number, set: SetModule): void {
  const bits = checked(mask, 0x537, 10) ^ 0x5412;
  const bit = (index: number) => ((bits >> index) & 1) === 1;
  for (let index = 0; index <= 5; index++) set(index, 8, bit(index));
  set(7, 8, bit(6));
  set(8, 8, bit(7));
  set(8, 7, bit(8));
  for (let index = 9; index < 15; index++) set(8, 14 - index, bit(index));
  for (let index = 0; index < 8; index++) set(8, size - 1 - index, bit(index));
  for (let index = 8; index < 15; index++) set(size - 15 + index, 8, bit(index));
  set(size - 8, 8, true);
}

function drawVersion(size: number, number: number, set: SetModule): void {
  const bits = checked(number, 0x1f25, 12);
  for (let index = 0; index < 18; index++) {
    const value = ((bits >> index) & 1) === 1;
    const far = size - 11 + (index % 3);
    const near = Math.floor(index / 3);
    set(near, far, value);
    set(far, near, value);
  }
}

function placeData(size: number, bytes: readonly number[], dark: Modules, fixed: Modules): void {
  let index = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (fixed[row]![column] || index >= bytes.length * 8) continue;
        dark[row]![column] = (((bytes[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1;
        index++;
      }
    }
  }
}

function applyMask(dark: Modules, fixed: Modules, mask: number): void {
  const covers = MASKS[mask];
  dark.forEach((line, row) => {
    line.forEach((value, column) => {
      if (!fixed[row]![column] && covers?.(row, column)) line[column] = !value;
    });
  });
}

function penaltyOf(dark: Modules): number {
  const size = dark.length;
  const columns = Array.from({ length: size }, (_, column) => dark.map((line) => line[column] ?? false));
  let penalty = 0;
  for (const line of [...dark, ...columns]) {
    let run = 0;
    line.forEach((value, index) => {
      run = index > 0 && value === line[index - 1] ? run + 1 : 1;
      if (run === 5) penalty += 3;
      else if (run > 5) penalty++;
    });
    const text = line.map((value) => (value ? '1' : '0')).join('');
    for (const finder of ['10111010000', '00001011101']) {
      for (let from = text.indexOf(finder); from >= 0; from = text.indexOf(finder, from + 1)) penalty += 40;
    }
  }
  let count = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const value = dark[row]![column];
      if (value) count++;
      const square = row + 1 < size && column + 1 < size && value === dark[row]![column + 1] && value === dark[row + 1]![column];
      if (square && value === dark[row + 1]![column + 1]) penalty += 3;
    }
  }
  return penalty + Math.floor(Math.abs((count / size / size) * 20 - 10)) * 10;
}
