import { TIERS, type Tiers } from '@yardage/domain/rewards';
import { createClock } from './clock.ts';
import { makeDemoCompanies } from './make-demo-companies.ts';
import { makeGround } from './make-ground.ts';
import { makeScaleCompanies } from './make-scale-companies.ts';
import { Numbers } from './numbers.ts';
import { Random } from './random.ts';
import { type OnProgress, partOf, type WorldWriter } from './world-writer.ts';

/** What a world is made from. */
export interface WorldOptions {
  /** The same seed gives the same world at the same moment, and the same past on the same day. */
  seed: number;
  /** 1 is the demo; each further one adds some fifty customers and 25,000 tickets to it. */
  scale: number;
  now: Date;
  onProgress: OnProgress;
  /** Which discounts and charges the invoices of a customer have. */
  tiers?: Tiers;
}

/** Makes the world and hands its rows to the writer, each table's after those it refers to. Answers the numbers that were given out. */
export async function makeWorld(writer: WorldWriter, { seed, scale, now, onProgress, tiers = TIERS }: WorldOptions): Promise<Numbers> {
  const random = new Random(`yardage ${seed}`);
  const clock = createClock(now);
  const making = { writer, numbers: new Numbers(), onProgress, tiers };
  onProgress('Plants, products and trucks', 0);
  const ground = await makeGround(making, random, clock);
  await makeDemoCompanies(partOf(making, 0.02, 0.98 / scale), ground, random, clock);
  if (scale > 1) await makeScaleCompanies(partOf(making, 0.98 / scale, 0.98), ground, random.fork('scale'), clock, scale);
  return making.numbers;
}
