// A position as a picture that stands by itself: no page, no fonts, no styles of others.

import { kanjiOf } from '../board/kanji';
import { angleOf } from '../board/geometry';
import { letterOf } from '../board/seats';
import type { PositionView, SeatView } from '../protocol';
import { downloadBlob } from './clipboard';

const CELL = 40;
const EDGE = 24;
/** The letters below the board, the lines they stand in, and what is left free beside them. */
const LETTER = 15;
const LINE = 21;
const MARGIN = 12;
/** As high is the line of one of four. */
const SEAT_LINE = 26;
const GROUNDS = ['#a9cfe6', '#f0c7a0', '#a5d6c4', '#e2bcd0'];
const SEATS = ['#0072b2', '#c95a00', '#00805d', '#a8517f'];

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

/** What stands below a picture, in lines that fit: each part begins one, with as many of its texts as go on each. */
export function captionLines(parts: readonly (readonly string[])[], most: number): string[] {
  const lines: string[] = [];
  for (const part of parts)
    for (const [index, text] of part.entries()) {
      const joined = `${lines.at(-1)} – ${text}`;
      if (index > 0 && widthOf(joined) <= most) lines[lines.length - 1] = joined;
      else lines.push(text);
    }
  // A name alone may be too long; what it counts stays.
  return lines.map((line) => {
    if (widthOf(line) <= most) return line;
    const [, name = line, score = ''] = /^(.*?)( −?\d+)?$/su.exec(line) ?? [];
    return cut(name, most - widthOf(score)) + score;
  });
}

/** The sign of a seat in its colour, as it stands at its quarter and beside its name. */
function seatSign(seat: SeatView, index: number, x: number, y: number): string {
  const letter = escaped(letterOf(seat));
  return `<g class="seat"><circle cx="${x}" cy="${y}" r="10" fill="${SEATS[index]}"/><text x="${x}" y="${y + 4.5}" font-size="13" font-weight="bold" text-anchor="middle" fill="#fff">${letter}</text></g>`;
}

const piece = (x: number, y: number, angle: number, colour: string, letter: string, scale = 1) =>
  `<g transform="translate(${x} ${y}) rotate(${angle}) scale(${scale})"><path d="M0-17 12-11 15 16H-15L-12-11Z" fill="#f4e3ba" stroke="${colour}" stroke-width="3"/><text y="8" font-size="19" text-anchor="middle" fill="#241c10">${letter}</text></g>`;

/** How much smaller pieces in hand are than those on the board, and how far one stands from the next. */
const HELD = 0.6;
const HELD_STEP = 36;

/** The signs of the seats at the edge of the board where each sits. */
function edgeSigns(seats: readonly SeatView[], width: number, height: number): string {
  return seats
    .map((seat, index) => {
      const at = (low: string, high: string, size: number) =>
        seat.place.includes(low) ? EDGE / 2 : seat.place.includes(high) ? size - EDGE / 2 : size / 2;
      return seatSign(seat, index, at('left', 'right', width), at('top', 'bottom', height));
    })
    .join('');
}

/** Where four sit: a line for each, with the seat's sign, whose turn it is, and what is in hand. */
function seatLines(
  { board, turn }: Pick<PositionView, 'board' | 'turn'>,
  seats: readonly SeatView[],
  people: readonly string[],
  top: number,
  width: number,
): string {
  return seats
    .map((seat, index) => {
      const y = top + index * SEAT_LINE + SEAT_LINE / 2;
      const hand = board.kind === 'pieces' ? (board.hands[index] ?? []) : [];
      const room = (width - 2 * MARGIN - 44 - hand.length * HELD_STEP) / LETTER;
      const name = people[index] ?? '';
      const shown = widthOf(name) <= room ? name : (captionLines([[name]], room)[0] ?? '');
      const held = hand.map(({ kind, count }, at) => {
        const x = width - MARGIN - (hand.length - at) * HELD_STEP + 12;
        const many = count > 1 ? `<text x="${x + 10}" y="${y + 5}" font-size="13">${count}</text>` : '';
        return piece(x, y, 0, SEATS[index] ?? '', kanjiOf({ kind: kind, promoted: false }), HELD) + many;
      });
      const mover = turn === index ? `<path class="turn" d="M${MARGIN} ${y - 6}l10 6l-10 6Z" fill="#25231e"/>` : '';
      return `${mover}${seatSign(seat, index, MARGIN + 26, y)}<text x="${MARGIN + 44}" y="${y + 5}" font-size="${LETTER}" fill="#25231e">${escaped(shown)}</text>${held.join('')}`;
    })
    .join('');
}

export function boardPicture(
  { board, turn }: Pick<PositionView, 'board' | 'turn'>,
  seats: readonly SeatView[],
  title: string,
  outcome: readonly string[],
  people: readonly string[],
): string {
  const width = board.columns * CELL + 2 * EDGE;
  const four = seats.length > 2;
  const lines = captionLines([[title], outcome, four ? [] : people], (width - 2 * MARGIN) / LETTER);
  // Below the sign of who sits there.
  const below = board.rows * CELL + 2 * EDGE;
  const top = below + (four ? MARGIN : 0);
  const height = top + lines.length * LINE + (four ? seats.length * SEAT_LINE : 0) + MARGIN / 2;
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
      const letter = cell.wall ? '壁' : kanjiOf(cell);
      parts.push(piece(cx, cy, angleOf(place), fill, letter));
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
    (four ? edgeSigns(seats, width, below) + seatLines({ board, turn }, seats, people, top + LINE - 4, width) : '') +
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
