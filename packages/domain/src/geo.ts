/** A place on the earth, in degrees. */
export interface Coordinate {
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_METERS = 6_371_008.8;
const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the great-circle distance. */
export function distanceMeters(from: Coordinate, to: Coordinate): number {
  const [north, east] = [toRadians(to.latitude - from.latitude), toRadians(to.longitude - from.longitude)];
  const chord = Math.sin(north / 2) ** 2 + Math.cos(toRadians(from.latitude)) * Math.cos(toRadians(to.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The direction from one place to another, in degrees clockwise from north. */
export function bearingDegrees(from: Coordinate, to: Coordinate): number {
  const east = (to.longitude - from.longitude) * Math.cos(toRadians((from.latitude + to.latitude) / 2));
  const north = to.latitude - from.latitude;
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

/** Returns the place at some meters north and east of another; accurate enough for the distances that trucks drive. */
export function offsetBy({ latitude, longitude }: Coordinate, northMeters: number, eastMeters: number): Coordinate {
  return {
    latitude: latitude + northMeters / METERS_PER_DEGREE,
    longitude: longitude + eastMeters / (METERS_PER_DEGREE * Math.cos(toRadians(latitude))),
  };
}

/** Returns a place between two others: share 0 is the first, 1 the second. */
export function between(from: Coordinate, to: Coordinate, share: number): Coordinate {
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
  };
}

/** Returns the length of a line. */
export function lineMeters(points: readonly Coordinate[]): number {
  return points.reduce((sum, point, index) => sum + (index === 0 ? 0 : distanceMeters(points[index - 1] ?? point, point)), 0);
}

/** A place on a line, and the direction of the line there. */
export interface PlaceOnLine extends Coordinate {
  headingDegrees: number;
}

/** Returns the place that many meters along a line; clamps to its ends. */
export function alongLine(points: readonly Coordinate[], meters: number): PlaceOnLine {
  const [first] = points;
  if (!first) throw new Error('a line has points');
  let left = Math.max(0, meters);
  let headingDegrees = 0;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (!from) continue;
    const length = distanceMeters(from, to);
    if (length === 0) continue;
    headingDegrees = bearingDegrees(from, to);
    if (left <= length) return { ...between(from, to, left / length), headingDegrees };
    left -= length;
  }
  return { ...(points.at(-1) ?? first), headingDegrees };
}

/** The point of a line that is closest to a place. */
export interface Nearest {
  /** Distance of the place from the line. */
  offMeters: number;
  alongMeters: number;
  /** Index of the first point of the line after the closest point. */
  nextIndex: number;
}

/** Returns the closest point of a line. Treats the earth as flat, which is accurate enough for a truck's route. */
export function nearestOnLine(points: readonly Coordinate[], place: Coordinate): Nearest {
  const eastScale = Math.cos(toRadians(place.latitude)) * METERS_PER_DEGREE;
  const flat = (point: Coordinate) => [
    (point.longitude - place.longitude) * eastScale,
    (point.latitude - place.latitude) * METERS_PER_DEGREE,
  ];
  let best: Nearest = { offMeters: Number.POSITIVE_INFINITY, alongMeters: 0, nextIndex: 0 };
  let passed = 0;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1] ?? to;
    const [[fromX = 0, fromY = 0], [toX = 0, toY = 0]] = [flat(from), flat(to)];
    const [acrossX, acrossY] = [toX - fromX, toY - fromY];
    const squared = acrossX ** 2 + acrossY ** 2;
    const share = squared === 0 ? 0 : Math.min(1, Math.max(0, -(fromX * acrossX + fromY * acrossY) / squared));
    const offMeters = Math.hypot(fromX + acrossX * share, fromY + acrossY * share);
    const length = Math.sqrt(squared);
    if (offMeters < best.offMeters) best = { offMeters, alongMeters: passed + length * share, nextIndex: index };
    passed += length;
  }
  return best;
}
