import { describe, expect, it } from 'vitest';
import { tableWidth } from './fit';

const room = { width: 880, height: 980, gap: 12, beside: 21, below: 28 + 5 * 31 };

describe('tables on the projector', () => {
  it.each([1, 2, 4, 7, 10, 20, 40])('are all seen with their names: %i', (count) => {
    const width = tableWidth({ ...room, count });
    const columns = Math.floor((room.width + room.gap) / (width + room.gap));
    const rows = Math.ceil(count / columns);
    const height = width - room.beside + room.below;
    expect(columns).toBeGreaterThan(0);
    expect(rows * height + (rows - 1) * room.gap).toBeLessThanOrEqual(room.height);
  });

  it('are as large as that allows', () => {
    expect(tableWidth({ ...room, count: 1 })).toBe(980 - room.below + room.beside);
    // Two columns and two rows.
    expect(tableWidth({ ...room, count: 4 })).toBe((980 - 12) / 2 - room.below + room.beside);
  });
});
