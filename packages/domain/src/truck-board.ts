import { ETA_BELOW_STATUS } from './eta.ts';
import type { Coordinate } from './geo.ts';

/** Whether a truck still comes to its job: only then there is an expected arrival and a way to show (TRK-09). */
export function isComing(ticketStatusId: number): boolean {
  return ticketStatusId < ETA_BELOW_STATUS;
}

/** A compass heading (clockwise from north) as an angle (counter-clockwise from east), from 0 up to 360 (TRK-18). */
export function headingAngle(heading: number): number {
  // Twice, because a remainder keeps its sign.
  return (((90 - heading) % 360) + 360) % 360;
}

/** Whether a truck is 'In Motion' (TRK-10). */
export function isInMotion({ value }: { value: number }): boolean {
  return value > 0;
}

/** The coordinate, if it can be drawn (TRK-17); 0, 0 is what a receiver without a fix sends. */
export function placeOnMap(latitude: number | null | undefined, longitude: number | null | undefined): Coordinate | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null;
}
