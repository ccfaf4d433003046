import { ETA_BELOW_STATUS } from './eta.ts';
import type { Coordinate } from './geo.ts';

/** Returns whether a truck is still on its way to the job. Only then is there an ETA and a route to show (TRK-09). */
export function isComing(ticketStatusId: number): boolean {
  return ticketStatusId < ETA_BELOW_STATUS;
}

/** Converts a compass heading (clockwise from north) to an angle (counter-clockwise from east) in 0 to 360 (TRK-18). */
export function headingAngle(heading: number): number {
  // Two remainders, because `%` keeps the sign.
  return (((90 - heading) % 360) + 360) % 360;
}

/** Returns whether a truck shows as 'In Motion' (TRK-10). */
export function isInMotion({ value }: { value: number }): boolean {
  return value > 0;
}

/** Returns the coordinate if it can be drawn (TRK-17), otherwise null. A receiver without a fix sends 0, 0. */
export function placeOnMap(latitude: number | null | undefined, longitude: number | null | undefined): Coordinate | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null;
}
