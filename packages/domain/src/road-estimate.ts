import { between, type Coordinate, distanceMeters, lineMeters, nearestOnLine, offsetBy } from './geo.ts';

/** A truck's route. */
export interface Route {
  points: Coordinate[];
  distanceMeters: number;
  durationSeconds: number;
}

/** Added to every drive: starting, yards, gates and traffic lights take time even on a short route. */
const FIXED_SECONDS = 300;
const METERS_PER_SECOND = 12;
const MAX_POINTS = 60;
const METERS_A_POINT = 350;
/** A truck farther than this from its route has taken another one. */
const ON_THE_WAY_METERS = 400;
/** How far a road strays from the straight line, as a share of its length. With the smaller bends the road is about a fifth longer. */
const STRAY_SHARE = 0.24;

/** Returns the driving time of a loaded truck when only the distance is known. */
export function driveSeconds(meters: number): number {
  return FIXED_SECONDS + meters / METERS_PER_SECOND;
}

/**
 * Returns a plausible road between two places for use without a router. It bends like a road, is always the same for the same two
 * places, and is longer than the straight line by a typical amount.
 */
export function estimateRoute(from: Coordinate, to: Coordinate): Route {
  const straight = distanceMeters(from, to);
  const count = Math.min(MAX_POINTS, Math.max(8, Math.round(straight / METERS_A_POINT)));
  const bends = bendsOf(from, to);
  const [north, east] = directionOf(from, to);
  const points = Array.from({ length: count + 1 }, (_, index) => {
    const share = index / count;
    const aside = straight * STRAY_SHARE * bends.reduce((sum, { height, waves }) => sum + height * Math.sin(Math.PI * waves * share), 0);
    // Offset sideways from the straight line, to its left or right.
    return index === 0 ? from : index === count ? to : offsetBy(between(from, to, share), east * aside, -north * aside);
  });
  const length = lineMeters(points);
  return { points, distanceMeters: length, durationSeconds: driveSeconds(length) };
}

/** One wide bend and some smaller ones, different for each pair of places. */
function bendsOf(from: Coordinate, to: Coordinate): { height: number; waves: number }[] {
  const seed = Math.abs(
    Math.sin(from.latitude * 12.9898 + from.longitude * 78.233 + to.latitude * 37.719 + to.longitude * 4.581) * 43_758.5453,
  );
  const [first, second, third] = [seed % 1, (seed * 7) % 1, (seed * 13) % 1];
  return [
    { height: (first < 0.5 ? -1 : 1) * (0.6 + 0.4 * second), waves: 1 },
    { height: 0.35 * (second - 0.5), waves: 2 },
    { height: 0.5 * (third - 0.5) + 0.2, waves: 3 },
    { height: 0.12, waves: 7 },
  ];
}

/** Returns the direction between two places as a unit vector. */
function directionOf(from: Coordinate, to: Coordinate): [north: number, east: number] {
  const north = to.latitude - from.latitude;
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180);
  const length = Math.hypot(north, east);
  return length === 0 ? [0, 0] : [north / length, east / length];
}

/** Like `estimateRoute`, but keeps a truck on the route that it began at `origin`. */
export function estimateRestOfRoute(from: Coordinate, to: Coordinate, origin: Coordinate | undefined): Route {
  if (!origin) return estimateRoute(from, to);
  const whole = estimateRoute(origin, to);
  const { offMeters, nextIndex, alongMeters } = nearestOnLine(whole.points, from);
  if (offMeters > ON_THE_WAY_METERS) return estimateRoute(from, to);
  const points = [from, ...whole.points.slice(Math.max(1, nextIndex))];
  const left = lineMeters(points);
  // The time at lights and gates is spread over the whole route, so that the remaining time shrinks with the remaining distance.
  const share = whole.distanceMeters === 0 ? 0 : 1 - alongMeters / whole.distanceMeters;
  return { points, distanceMeters: left, durationSeconds: driveSeconds(whole.distanceMeters) * Math.max(0, share) };
}
