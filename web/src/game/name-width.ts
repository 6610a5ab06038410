// How wide the longest word of a name is: where there is little room, letters become smaller before a word is broken.

const NARROW = /[fijlrtI.,'’!|()[\]]/;
const BROAD = /[mwMW@%]/;
const WHOLE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\ufe30-\uffef]|[\u{10000}-\u{10ffff}]/u;

/** In the height of its letters, as they are in the heavy letters of names; rather too wide than too narrow. */
export function wordWidth(name: string): number {
  const letter = (sign: string) =>
    WHOLE.test(sign) ? 1 : NARROW.test(sign) ? 0.4 : BROAD.test(sign) ? 0.95 : /\p{Lu}/u.test(sign) ? 0.74 : 0.6;
  const words = name.split(/[\s-]+/).map((word) => [...word].reduce((sum, sign) => sum + letter(sign), 0));
  return Math.max(1, ...words);
}
