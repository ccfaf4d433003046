import { estimate } from '../apps/server/src/adapters/routing/built-in.routing.ts';
import { type LoadFacts, planTrip } from '../apps/server/src/demo/trips/trip.ts';
import { Random } from '../apps/server/src/demo/world/random.ts';
import { nearestPlant, PLANTS, townsServed } from '../apps/server/src/demo/world/region.ts';
import { TOWNS } from '../apps/server/src/demo/world/towns.ts';
import { estimateArrival } from '../packages/domain/src/eta.ts';

// Error of the expected arrivals over a simulated week: `npm run bench -- eta --loads=5000`. The trucks are the demo's, so the figures
// show how the estimate copes with lights, waiting and slow drivers, not with real traffic.

const DAYS = 7;
const MINUTE_MS = 60_000;
const FIX_EVERY_MS = 20_000;
const RECENT_MS = 5 * MINUTE_MS;
const MPS_PER_MPH = 0.44704;
const loadCount = Number(process.argv.find((argument) => argument.startsWith('--loads='))?.slice(8) ?? 5000);
const week = Date.parse('2026-05-11T10:00:00Z');

interface Look {
  errorMinutes: number;
  isWithinSpan: boolean;
  spanMinutes: number;
}
const looks: Record<'at the plant' | 'on the road', Look[]> = { 'at the plant': [], 'on the road': [] };

for (let index = 0; index < loadCount; index += 1) lookAt(someLoad(index));
console.log(`${loadCount.toLocaleString('en-US')} loads in ${DAYS} days, looked at every five minutes from the ticket to the arrival`);
for (const [where, all] of Object.entries(looks)) {
  const errors = all.map(({ errorMinutes }) => Math.abs(errorMinutes));
  const mean = all.reduce((sum, { errorMinutes }) => sum + errorMinutes, 0) / all.length;
  const within = all.filter(({ isWithinSpan }) => isWithinSpan).length / all.length;
  const spans = all.map(({ spanMinutes }) => spanMinutes);
  console.log(
    `  ${where.padEnd(14)} ${all.length} looks: median error ${at(errors, 0.5).toFixed(1)} min, 90th percentile ${at(errors, 0.9).toFixed(1)} min, ` +
      `mean ${mean.toFixed(1)} min; ${(within * 100).toFixed(0)} % within the span, which is ${at(spans, 0.5).toFixed(1)} min wide (median)`,
  );
}

/** Returns a load on some day of the week, to a place in a town that the plants serve. */
function someLoad(index: number): LoadFacts {
  const random = new Random(`bench ${index}`);
  const { dataSourceId } = random.pick(PLANTS);
  const town = TOWNS[random.pick(townsServed(dataSourceId))];
  const spread = () => (random.next() - 0.5) * 0.06;
  const job = { latitude: town.latitude + spread(), longitude: town.longitude + spread() };
  const ticketedAt = week + random.int(0, DAYS - 1) * 24 * 60 * MINUTE_MS + random.int(0, 600) * MINUTE_MS;
  const nothing = { loadingAt: null, leavePlantAt: null, arrivedAt: null, pourStartedAt: null, finishedAt: null };
  return { ticketId: index, orderType: 1, plant: nearestPlant(dataSourceId, job), job, ticketedAt, ...nothing };
}

function lookAt(load: LoadFacts): void {
  const trip = planTrip(load);
  const { ticketed, loading, leavePlant, arrived } = trip.passage;
  const job = load.job ?? load.plant;
  for (let now = ticketed + 7_000; now < arrived; now += RECENT_MS) {
    const ticketStatusId = now < loading ? 1 : now < leavePlant ? 2 : 3;
    const fixAt = now - ((now / 1000) % 20) * 1000;
    const fix = trip.fixAt(fixAt);
    const route = estimate({ from: fix, to: job, origin: load.plant });
    const arrival = estimateArrival({
      now,
      ticketStatusId,
      route,
      fixAgeSeconds: (now - fixAt) / 1000,
      recentSpeedMps: recentSpeed(trip, fixAt, ticketStatusId < 3 ? ticketed : leavePlant),
      ticketAgeSeconds: (now - ticketed) / 1000,
      loadingAgeSeconds: ticketStatusId > 1 ? (now - loading) / 1000 : null,
    });
    if (!arrival) continue;
    looks[ticketStatusId < 3 ? 'at the plant' : 'on the road'].push({
      errorMinutes: (arrival.estimatedAt - arrived) / MINUTE_MS,
      isWithinSpan: arrival.earliestAt <= arrived && arrived <= arrival.latestAt,
      spanMinutes: (arrival.latestAt - arrival.earliestAt) / MINUTE_MS,
    });
  }
}

function recentSpeed(trip: ReturnType<typeof planTrip>, until: number, from: number): number | null {
  const speeds: number[] = [];
  for (let moment = until; moment >= Math.max(from, until - RECENT_MS); moment -= FIX_EVERY_MS) speeds.push(trip.fixAt(moment).speedMph);
  return speeds.length === 0 ? null : (speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length) * MPS_PER_MPH;
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
