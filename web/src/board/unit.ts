/** The side of a square in the units of the drawing. */
export const UNIT = 100;
