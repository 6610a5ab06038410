// How large tables are so that all of them are seen on one screen, names and all.

export interface Room {
  /** How many tables there are. */
  count: number;
  /** What they share. */
  width: number;
  height: number;
  /** Between two of them. */
  gap: number;
  /** What a table needs beside its board, and below it. */
  beside: number;
  below: number;
}

/** The width of a table, with as many columns as make boards largest. */
export function tableWidth({ count, width, height, gap, beside, below }: Room): number {
  const boards = Array.from({ length: Math.max(1, count) }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(count / columns);
    const across = (width - (columns - 1) * gap) / columns - beside;
    const down = (height - (rows - 1) * gap) / Math.max(1, rows) - below;
    return Math.min(across, down);
  });
  return Math.floor(Math.max(...boards) + beside);
}
