import { beforeEach, describe, expect, it } from 'vitest';
import { fetchTexts } from '../i18n/text.svelte';
import { defaults } from '../settings/settings';
import { replaceSettings } from '../settings/store.svelte';
import type { RoomView, Sitter } from '../protocol';
import { SHOGI_SEATS } from '../notation/pictures';
import { pliesOf, roomOf } from '../test/room';
import { movedFor, plyText } from './announce';
import { awayText, turnText } from './banner';
import { calledAt, calledIn } from './called';

describe('the banner', () => {
  beforeEach(() => replaceSettings(defaults('en')));

  it('says whose turn it is, and who thinks', () => {
    expect(turnText(roomOf(), 0, [0], 0)).toBe('Your turn');
    expect(turnText(roomOf(), 0, [0, 1], 0)).toBe('Aya to move');
    expect(turnText(roomOf(), 0, [], null)).toBe('Aya to move');
    expect(turnText(roomOf(), 1, [0], null)).toBe('Pon thinks…');
    expect(turnText({ ...roomOf(), status: 'waiting' }, 0, [0], null)).toBe('Waiting for players');
  });

  it('says of a player that has failed that it does not move', () => {
    const failed = { ...roomOf(), failure: { seat: 1, code: 'failed', message: 'out of ideas' } };
    expect(turnText(failed, 1, [0], null)).toBe('Pon does not move');
    expect(turnText(failed, 0, [0], 0)).toBe('Your turn');
  });

  it('says who is away, whoever is to move', () => {
    const room = roomOf();
    const [aya, pon] = room.sittings;
    const away: RoomView = { ...room, sittings: [{ ...aya!, present: false }, pon!] };
    expect(turnText(away, 0, [1], null)).toBe('Aya is away');
    expect(awayText(away, 0)).toBe('');
    expect(awayText(away, 1)).toBe('Aya is away.');
    expect(awayText(room, 1)).toBe('');
  });

  it('says of nobody who resigned that they cannot move', () => {
    const [first, , third] = pliesOf(3);
    const seats = roomOf().seats;
    const left = { ...first!, kind: 'resign' as const };
    const announcements = [{ kind: 'pass' as const, seat: first!.seat }];
    const pass = { ...third!, seat: first!.seat, kind: 'pass' as const, announcements };
    expect(plyText(pass, seats, undefined, [left, pass])).toBe('');
    expect(plyText(pass, seats, undefined, [first!, pass])).toBe('Black cannot move and passes.');
  });

  it('says who plays for somebody, and so does what is said of a move', async () => {
    const room = roomOf();
    const [aya, pon] = room.sittings;
    const away: RoomView = { ...room, sittings: [{ ...aya!, standIn: { name: '', player: 'x', level: 5 } }, pon!] };
    const [ply] = pliesOf(1);
    expect(turnText(away, 0, [1], null)).toBe('Kuma plays for Aya');
    expect(movedFor(ply!, away)).toBe('Kuma moved for Aya.');
    expect(movedFor(ply!, room)).toBe('');
    replaceSettings(defaults('ja'));
    await fetchTexts();
    expect(turnText(away, 0, [1], null)).toBe('Ayaに代わってクマの番');
  });
});

describe('seats', () => {
  beforeEach(() => replaceSettings(defaults('en')));

  const calledWith = (...sitters: (Sitter | null)[]) =>
    calledIn({
      ...roomOf(),
      sittings: sitters.map((sitter) => ({ sitter, present: true, replaceable: false, standIn: null })),
    });

  it('are called by who sits there, in every language', async () => {
    expect(calledWith({ name: 'Aya' }, { name: '', player: 'p2-drama' })).toEqual(['Aya', 'Kuro']);
    expect(plyText(pliesOf(1)[0]!, roomOf().seats, calledIn(roomOf()))).toBe('Aya: d3. 1 disc turned.');
    replaceSettings(defaults('ja'));
    await fetchTexts();
    expect(calledWith({ name: 'Aya' }, { name: '', player: 'p2-drama' })).toEqual(['Aya', 'クロ']);
  });

  it('keep their own names where nobody has one, or two have the same', () => {
    expect(calledWith({ name: '' }, { name: 'Ben' })).toEqual(['Black', 'Ben']);
    expect(calledWith({ name: 'Ben' }, { name: 'Ben' })).toEqual(['Black', 'White']);
    expect(calledWith({ name: 'Ben' }, null)).toEqual(['Ben', 'White']);
  });

  it('are all called by name among four where one is', () => {
    const sitters = [{ name: '' }, { name: 'Ben' }, { name: 'Cleo' }, { name: 'Dai' }];
    expect(calledAt(SHOGI_SEATS, sitters, 'yonin-shogi')).toEqual(['Guest', 'Ben', 'Cleo', 'Dai']);
    const guests = sitters.map(() => ({ name: '' }));
    expect(calledAt(SHOGI_SEATS, guests, 'yonin-shogi')).toEqual(['South', 'West', 'North', 'East']);
  });
});
