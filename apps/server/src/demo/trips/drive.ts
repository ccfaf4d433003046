import { alongLine, type Coordinate } from '@yardage/domain/geo';
import { estimateRoute } from '@yardage/domain/road-estimate';
import type { Random } from '../world/random.ts';

const METERS_A_STRETCH = 900;
const LEAST_CRUISE_MPS = 10.5;
const MPH_PER_MPS = 2.23694;

interface Stretch {
  startsAtSecond: number;
  endsAtSecond: number;
  startsAtMeter: number;
  endsAtMeter: number;
}

/** A drive along the built-in road: stretches of different speed, and stops at lights and crossings between them. */
export interface Drive {
  points: readonly Coordinate[];
  stretches: readonly Stretch[];
}

/** Where a truck is on its drive, and how fast. */
export interface OnTheRoad extends Coordinate {
  headingDegrees: number;
  speedMph: number;
}

/** Lays out a drive that takes so many seconds. */
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
  // However many red lights there are, most of the time is driven.
  const stopScale = Math.min(1, (seconds * 0.25) / Math.max(1, stops));
  // What a short way leaves over is stood, at the plant's wash rack and at the job's gate, and not crept.
  const moving = Math.min(seconds - stops * stopScale, distanceMeters / LEAST_CRUISE_MPS);
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

/** The truck's place after so many seconds of its drive. */
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
