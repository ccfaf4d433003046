import { MINUTE_MS } from '@yardage/domain/durations';
import { type LoadFacts, planTrip } from '../apps/server/src/demo/trips/trip.ts';
import { Random } from '../apps/server/src/demo/world/random.ts';
import { arrivalSeenAt, describeLooks, type Look, lookOf, newLoad, someJob, statusOf } from './simulated-loads.ts';

// Error of the expected arrivals over a simulated week: `npm run bench -- eta --loads=5000`. The trucks are the demo's, so the figures
// show how the estimate copes with lights, waiting and slow drivers, not with real traffic.

const DAYS = 7;
const LOOK_EVERY_MS = 5 * MINUTE_MS;
const loadCount = Number(process.argv.find((argument) => argument.startsWith('--loads='))?.slice(8) ?? 5000);
const week = Date.parse('2026-05-11T10:00:00Z');

const looks: Record<'at the plant' | 'on the road', Look[]> = { 'at the plant': [], 'on the road': [] };

for (let index = 0; index < loadCount; index += 1) lookAt(someLoad(index));
console.log(`${loadCount.toLocaleString('en-US')} loads in ${DAYS} days, looked at every five minutes from the ticket to the arrival`);
for (const [where, all] of Object.entries(looks)) console.log(describeLooks(where, all));

/** Returns a load on some day of the week. */
function someLoad(index: number): LoadFacts {
  const random = new Random(`bench ${index}`);
  const place = someJob(random);
  return newLoad(index, place, week + random.int(0, DAYS - 1) * 24 * 60 * MINUTE_MS + random.int(0, 600) * MINUTE_MS);
}

function lookAt(load: LoadFacts): void {
  const trip = planTrip(load);
  const { ticketed, arrived } = trip.passage;
  for (let now = ticketed + 7_000; now < arrived; now += LOOK_EVERY_MS) {
    const arrival = arrivalSeenAt(load, trip, now);
    if (arrival) looks[statusOf(trip, now) < 3 ? 'at the plant' : 'on the road'].push(lookOf(arrival, arrived));
  }
}
