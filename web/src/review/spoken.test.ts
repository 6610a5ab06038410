import { describe, expect, it } from 'vitest';
import { discPicture, piecePicture } from '../notation/pictures';
import type { Ply } from '../protocol';
import { pliesOf } from '../test/room';
import { revealText, spokenOf } from './spoken';

describe('what a player speaks of', () => {
  const ply = (to: number, from: number | null = null): Ply => ({ ...(pliesOf(1)[0] as Ply), to, from });
  const empty = discPicture('-'.repeat(64));

  it('is the free corner beside the disc that offered it', () => {
    expect(spokenOf('expectation', ply(9), empty)).toEqual([0]);
    expect(spokenOf('expectation', ply(54), empty)).toEqual([63]);
    expect(spokenOf('expectation', ply(9), discPicture(`X${'-'.repeat(63)}`))).toEqual([9]);
  });

  it('is said in words that fit: a corner that was left, a weaker move, a surprise', () => {
    expect(revealText('expectation', [0], 9)).toContain('this corner');
    expect(revealText('expectation', [20], 20)).toContain('weaker move');
    expect(revealText('surprise', [9], 9)).toContain('surprise');
  });

  it('is the move itself where nothing was offered', () => {
    expect(spokenOf('surprise', ply(9), empty)).toEqual([9]);
    expect(spokenOf('expectation', ply(20), empty)).toEqual([20]);
    expect(spokenOf('surprise', ply(40, 49), piecePicture('9/9/9/9/9/9/9/9/9'))).toEqual([49, 40]);
  });
});
