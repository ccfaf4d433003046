import { alongLine, type Coordinate } from '@yardage/domain/geo';
import { estimateRoute } from '@yardage/domain/road-estimate';
import type { Random } from '../world/random.ts';

const METERS_A_STRETCH = 900;
const MIN_CRUISE_MPS = 10.5;
const MPH_PER_MPS = 2.23694;

interface Stretch {
  startsAtSecond: number;
  endsAtSecond: number;
  startsAtMeter: number;
  endsAtMeter: number;
}

/** A drive along the estimated road: stretches of different speed, with stops at lights and crossings in between. */
export interface Drive {
  points: readonly Coordinate[];
  stretches: readonly Stretch[];
}

/** A truck's position and speed on its drive. */
export interface OnTheRoad extends Coordinate {
  headingDegrees: number;
  speedMph: number;
}

/** Plans a drive that takes the given number of seconds. */
export function planDrive(from: Coordinate, to: Coordinate, seconds: number, random: Random): Drive {
  const { points, distanceMeters } = estimateRoute(from, to);
  const count = Math.max(3, Math.round(distanceMeters / METERS_A_STRETCH));
  const parts = Array.from({ length: count }, (_, index) => {
    const isInTown = index === 0 || index === count - 1;
    return {
      slowness: isInTown ? 1.5 + random.next() * 0.5 : 0.7 + random.next() * 0.6,
      stop: random.chance(0.3) ? 8 + random.next() * 35 : 0,
    };
  });
  const stops = parts.reduce((sum, { stop }) => sum + stop, 0);
  // However many red lights there are, stops take at most a quarter of the time.
  const stopScale = Math.min(1, (seconds * 0.25) / Math.max(1, stops));
  // On a short route the spare time is spent standing at the plant's wash rack and the job's gate, not driving very slowly.
  const moving = Math.min(seconds - stops * stopScale, distanceMeters / MIN_CRUISE_MPS);
  const idle = seconds - stops * stopScale - moving;
  const slowness = parts.reduce((sum, part) => sum + part.slowness, 0);
  const stretches: Stretch[] = [];
  let [second, meter] = [idle * 0.65, 0];
  for (const part of parts) {
    const next = { second: second + (moving * part.slowness) / slowness, meter: meter + distanceMeters / count };
    stretches.push({ startsAtSecond: second, endsAtSecond: next.second, startsAtMeter: meter, endsAtMeter: next.meter });
    [second, meter] = [next.second + part.stop * stopScale, next.meter];
  }
  return { points, stretches };
}

/** Returns the truck's position after that many seconds of its drive. */
export function onTheRoad({ points, stretches }: Drive, second: number): OnTheRoad {
  const stretch = stretches.find(({ endsAtSecond }) => second < endsAtSecond) ?? stretches.at(-1);
  if (!stretch) throw new Error('a drive has stretches');
  const { startsAtSecond, endsAtSecond, startsAtMeter, endsAtMeter } = stretch;
  const isMoving = second >= startsAtSecond && second < endsAtSecond;
  const share = Math.min(1, Math.max(0, (second - startsAtSecond) / (endsAtSecond - startsAtSecond)));
  const place = alongLine(points, startsAtMeter + (endsAtMeter - startsAtMeter) * share);
  const metersPerSecond = (endsAtMeter - startsAtMeter) / (endsAtSecond - startsAtSecond);
  return { ...place, speedMph: isMoving ? metersPerSecond * MPH_PER_MPS : 0 };
}
