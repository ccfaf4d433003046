import { describe, expect, it } from 'vitest';
import { fitCaps } from './planned-rules.ts';

/** A small generator with a seed, so that a failure can be repeated. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state;
  };
}

describe('APY-06 the caps of autopay', () => {
  it('are never exceeded, lose nothing, keep the order, and leave out only what does not fit any more', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const next = numbers(seed);
      const items = Array.from({ length: next() % 12 }, () => 1 + (next() % 900));
      const room = (next() % 3000) - 200;
      const { fitting, leftOut } = fitCaps(items, room, (cents) => cents);
      const sum = fitting.reduce((total, cents) => total + cents, 0);
      expect(sum, `seed ${seed}`).toBeLessThanOrEqual(Math.max(room, 0));
      expect([...fitting, ...leftOut].sort()).toEqual([...items].sort());
      expect(leftOut.every((cents) => cents > room - sum)).toBe(true);
      const places = items.filter((cents) => fitting.includes(cents));
      expect(fitting.every((cents) => places.includes(cents))).toBe(true);
    }
  });
});
