// Who is left over in a round of pairs plays an AI and has a point for it.

import type { ClassTable } from '../protocol';

export const isBye = (table: Pick<ClassTable, 'paired' | 'levels'>): boolean =>
  table.paired && table.levels.length === 2 && table.levels.some((level) => level !== null);
