import { DEFAULT_TIERS, type Tiers } from '@yardage/domain/rewards';
import { createClock } from './clock.ts';
import { makeDemoCompanies } from './make-demo-companies.ts';
import { makeGround } from './make-ground.ts';
import { makeScaleCompanies } from './make-scale-companies.ts';
import { Numbers } from './numbers.ts';
import { Random } from './random.ts';
import { type OnProgress, partOf, type WorldWriter } from './world-writer.ts';

/** Input for generating a world. */
export interface WorldOptions {
  /** The same seed gives the same world at the same moment, and the same history on the same day. */
  seed: number;
  /** 1 is the demo; each further step adds about fifty customers and 25,000 tickets. */
  scale: number;
  now: Date;
  onProgress: OnProgress;
  /** Reward tiers that determine the invoices' discounts and charges. */
  tiers?: Tiers;
}

/** Generates the world and passes its rows to the writer, referenced tables first. Returns the numbers that were used. */
export async function makeWorld(
  writer: WorldWriter,
  { seed, scale, now, onProgress, tiers = DEFAULT_TIERS }: WorldOptions,
): Promise<Numbers> {
  const random = new Random(`yardage ${seed}`);
  const clock = createClock(now);
  const making = { writer, numbers: new Numbers(), onProgress, tiers };
  onProgress('Plants, products and trucks', 0);
  const ground = await makeGround(making, random, clock);
  // The demo's own companies are always complete; a scale below 1 does not shrink them.
  const ownShare = 0.98 / Math.max(1, scale);
  await makeDemoCompanies(partOf(making, 0.02, ownShare), ground, random, clock);
  if (scale > 1) await makeScaleCompanies(partOf(making, ownShare, 0.98), ground, random.fork('scale'), clock, scale);
  return making.numbers;
}
