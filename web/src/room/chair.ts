// What kind of sitter a seat of a room has.

import type { Chair } from '../protocol';

export const isAi = (chair: Chair | undefined): boolean => chair?.sitter?.player !== undefined;

export const isPerson = (chair: Chair | undefined): boolean => Boolean(chair?.sitter) && !isAi(chair);
