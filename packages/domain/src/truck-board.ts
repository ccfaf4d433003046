import type { TicketStatusId } from './tickets.ts';

/** From here on a truck is at its job. */
export const ON_JOB_STATUS: TicketStatusId = 4;

/** Whether a truck still comes to its job: only then there is an expected arrival and a way to show (TRK-09). */
export function isComing(ticketStatusId: number): boolean {
  return ticketStatusId < ON_JOB_STATUS;
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

/** Whether a coordinate can be drawn (TRK-17); a receiver that knows nothing says 0, 0, which lies in the sea off Africa. */
export function isOnMap(place: { latitude: number | null; longitude: number | null } | null | undefined): boolean {
  const { latitude, longitude } = place ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return false;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0);
}
