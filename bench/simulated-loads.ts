import { MINUTE_MS } from '@yardage/domain/durations';
import type { LoadFacts, planTrip, Trip } from '../apps/server/src/demo/trips/trip.ts';
import type { Random } from '../apps/server/src/demo/world/random.ts';
import { nearestPlant, PLANTS, townsServed } from '../apps/server/src/demo/world/region.ts';
import { TOWNS } from '../apps/server/src/demo/world/towns.ts';
import { type Arrival, estimateArrival } from '../packages/domain/src/eta.ts';
import { estimateRestOfRoute } from '../packages/domain/src/road-estimate.ts';
import { quantile } from './measure.ts';

const FIX_EVERY_MS = 20_000;
const RECENT_MS = 5 * MINUTE_MS;
const MPS_PER_MPH = 0.44704;
const NOTHING = { loadingAt: null, leavePlantAt: null, arrivedAt: null, pourStartedAt: null, finishedAt: null };

/** Returns a plant and a job in a town that it serves. */
export function someJob(random: Random): Pick<LoadFacts, 'plant'> & { job: NonNullable<LoadFacts['job']> } {
  const { dataSourceId } = random.pick(PLANTS);
  const town = TOWNS[random.pick(townsServed(dataSourceId))];
  const spread = () => (random.next() - 0.5) * 0.06;
  const job = { latitude: town.latitude + spread(), longitude: town.longitude + spread() };
  return { plant: nearestPlant(dataSourceId, job), job };
}

/** Returns a load of concrete that has just got its ticket. */
export function newLoad(ticketId: number, place: ReturnType<typeof someJob>, ticketedAt: number): LoadFacts {
  return { ticketId, orderType: 1, ...place, ticketedAt, ...NOTHING };
}

/** Returns a load's ticket status at a moment. */
export function statusOf({ passage }: Trip, now: number): number {
  const { ticketed, loading, leavePlant, arrived, unloading, finished } = passage;
  return [ticketed, loading, leavePlant, arrived, unloading, finished].filter((reached) => reached <= now).length;
}

/** Returns the arrival as the portal would compute it at a moment. */
export function arrivalSeenAt(load: LoadFacts, trip: Trip, now: number): Arrival | undefined {
  const { ticketed, loading, leavePlant } = trip.passage;
  const ticketStatusId = statusOf(trip, now);
  const fixAt = now - ((now / 1000) % 20) * 1000;
  const route = estimateRestOfRoute(trip.fixAt(fixAt), load.job ?? load.plant, load.plant);
  return estimateArrival({
    now,
    ticketStatusId,
    route,
    fixAgeSeconds: (now - fixAt) / 1000,
    recentSpeedMps: recentSpeed(trip, fixAt, ticketStatusId < 3 ? ticketed : leavePlant),
    ticketAgeSeconds: (now - ticketed) / 1000,
    loadingAgeSeconds: ticketStatusId > 1 ? (now - loading) / 1000 : null,
  });
}

function recentSpeed(trip: ReturnType<typeof planTrip>, until: number, from: number): number | null {
  const speeds: number[] = [];
  for (let moment = until; moment >= Math.max(from, until - RECENT_MS); moment -= FIX_EVERY_MS) speeds.push(trip.fixAt(moment).speedMph);
  return speeds.length === 0 ? null : (speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length) * MPS_PER_MPH;
}

/** How far one prediction was off. */
export interface Look {
  errorMinutes: number;
  isWithinSpan: boolean;
  spanMinutes: number;
}

export function lookOf({ estimatedAt, earliestAt, latestAt }: Arrival, truth: number): Look {
  return {
    errorMinutes: (estimatedAt - truth) / MINUTE_MS,
    isWithinSpan: earliestAt <= truth && truth <= latestAt,
    spanMinutes: (latestAt - earliestAt) / MINUTE_MS,
  };
}

/** Describes the errors of predictions in one line. */
export function describeLooks(where: string, looks: readonly Look[]): string {
  const errors = looks.map(({ errorMinutes }) => Math.abs(errorMinutes));
  const mean = looks.reduce((sum, { errorMinutes }) => sum + errorMinutes, 0) / looks.length;
  const within = looks.filter(({ isWithinSpan }) => isWithinSpan).length / looks.length;
  const spans = looks.map(({ spanMinutes }) => spanMinutes);
  return (
    `  ${where.padEnd(14)} ${looks.length} looks: median error ${quantile(errors, 0.5).toFixed(1)} min, 90th percentile ${quantile(errors, 0.9).toFixed(1)} min, ` +
    `mean ${mean.toFixed(1)} min; ${(within * 100).toFixed(0)} % within the span, which is ${quantile(spans, 0.5).toFixed(1)} min wide (median)`
  );
}
