// A position as a picture that stands by itself: no page, no fonts, no styles of others.

import { angleOf } from '../board/geometry';
import type { BoardView, SeatView } from '../protocol';
import { downloadBlob } from './clipboard';

const CELL = 40;
const EDGE = 24;
/** The letters below the board, the lines they stand in, and what is left free beside them. */
const LETTER = 15;
const LINE = 21;
const MARGIN = 12;
const GROUNDS = ['#a9cfe6', '#f0c7a0', '#a5d6c4', '#e2bcd0'];
const SEATS = ['#0072b2', '#c95a00', '#00805d', '#a8517f'];
const LETTERS: Record<string, string> = { pawn: '歩', silver: '銀', gold: '金', rook: '飛', king: '王' };
const PROMOTED: Record<string, string> = { pawn: 'と', silver: '全', rook: '竜' };

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** How wide a text is at most, in units of its size: no picture knows its font. */
const widthOf = (text: string) =>
  [...text].reduce(
    (sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e7f ? 1 : /[MWmw@]/.test(sign) ? 0.95 : 0.62),
    0,
  );

function cut(text: string, most: number): string {
  const signs = [...text];
  while (widthOf(`${signs.join('')}…`) > most && signs.length > 0) signs.pop();
  return `${signs.join('')}…`;
}

/** What stands below a picture, in lines that fit: the game, then as many people as go on each line. */
export function captionLines(title: string, people: readonly string[], most: number): string[] {
  const lines = [title];
  for (const [index, person] of people.entries()) {
    const last = lines.at(-1) ?? '';
    const joined = `${last} – ${person}`;
    if (index > 0 && widthOf(joined) <= most) lines[lines.length - 1] = joined;
    else lines.push(person);
  }
  // A name alone may be too long; what it counts stays.
  return lines.map((line) => {
    if (widthOf(line) <= most) return line;
    const [, name = line, score = ''] = /^(.*?)( −?\d+)?$/su.exec(line) ?? [];
    return cut(name, most - widthOf(score)) + score;
  });
}

export function boardPicture(
  board: BoardView,
  seats: readonly SeatView[],
  title: string,
  people: readonly string[],
): string {
  const width = board.columns * CELL + 2 * EDGE;
  const lines = captionLines(title, people, (width - 2 * MARGIN) / LETTER);
  const top = board.rows * CELL + 2 * EDGE;
  const height = top + lines.length * LINE + MARGIN / 2;
  const parts: string[] = [];
  board.cells.forEach((cell, index) => {
    if (cell === 'outside') return;
    const x = EDGE + (index % board.columns) * CELL;
    const y = EDGE + Math.floor(index / board.columns) * CELL;
    const owner = board.kind === 'discs' ? board.territories.findIndex((area) => area.includes(index)) : -1;
    const ground = board.kind === 'pieces' ? '#dcb470' : (GROUNDS[owner] ?? '#3a7a5e');
    parts.push(`<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="${ground}" stroke="#1f3d30"/>`);
    const [cx, cy] = [x + CELL / 2, y + CELL / 2];
    if (cell === 'black' || cell === 'white') {
      const fill = cell === 'black' ? '#1e1d1b' : '#f8f5ec';
      parts.push(`<circle cx="${cx}" cy="${cy}" r="${CELL * 0.42}" fill="${fill}" stroke="#55524a"/>`);
    } else if (typeof cell === 'object' && cell !== null) {
      const place = seats[cell.facing]?.place ?? 'bottom';
      const fill = cell.owner === null ? '#8d8675' : (SEATS[cell.owner] ?? '#8d8675');
      const letter = cell.wall ? '壁' : ((cell.promoted ? PROMOTED[cell.kind] : undefined) ?? LETTERS[cell.kind] ?? '');
      parts.push(
        `<g transform="translate(${cx} ${cy}) rotate(${angleOf(place)})"><path d="M0-17 12-11 15 16H-15L-12-11Z" fill="#f4e3ba" stroke="${fill}" stroke-width="3"/><text y="8" font-size="19" text-anchor="middle" fill="#241c10">${letter}</text></g>`,
      );
    }
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif">` +
    `<rect width="${width}" height="${height}" fill="#f6f3ea"/>${parts.join('')}` +
    lines
      .map(
        (line, index) =>
          `<text x="${width / 2}" y="${top + index * LINE + LETTER / 2}" font-size="${LETTER}" text-anchor="middle" fill="#25231e">${escaped(line)}</text>`,
      )
      .join('') +
    '</svg>'
  );
}

/** The same as PNG, at twice the size. */
export async function asPng(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

export async function downloadPicture(svg: string, name: string, kind: 'svg' | 'png'): Promise<void> {
  const blob = kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await asPng(svg);
  downloadBlob(blob, `${name}.${kind}`);
}
