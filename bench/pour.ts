import { MINUTE_MS } from '@yardage/domain/durations';
import { MINUTES_BEFORE_THE_WAY } from '../apps/server/src/demo/dispatch/dispatcher.ts';
import { type LoadFacts, planTrip, type Trip, travelMinutesBetween } from '../apps/server/src/demo/trips/trip.ts';
import { Random } from '../apps/server/src/demo/world/random.ts';
import { pourBoard } from '../packages/domain/src/pour.ts';
import type { PourFacts, PourLoad } from '../packages/domain/src/pour-facts.ts';
import { arrivalSeenAt, describeLooks, type Look, lookOf, newLoad, someJob, statusOf } from './simulated-loads.ts';

// Error of the predicted finish and of the next truck over a simulated week of pours: `npm run bench -- pour --orders=200`. Tickets are
// printed as the demo's dispatch does, the trucks drive as the demo's do, and every fortieth has to wait for the pump.

const DAYS = 7;
const LOOK_EVERY_MS = 10 * MINUTE_MS;
const PUMP_WAIT_EVERY = 40;
/** `--pump=0` leaves the waits for the pump out, which nobody can foresee. */
const hasPumpWaits = !process.argv.includes('--pump=0');
const orderCount = Number(process.argv.find((argument) => argument.startsWith('--orders='))?.slice(9) ?? 200);
const week = Date.parse('2026-05-11T10:00:00Z');
/** `--seed=other` looks at other pours than those that the width of the span was chosen with. */
const seed = process.argv.find((argument) => argument.startsWith('--seed='))?.slice(7) ?? 'pour';

interface Pour {
  facts: Omit<PourFacts, 'loads'>;
  quantity: number;
  loads: { facts: LoadFacts; trip: Trip; dueAt: number }[];
  endsAt: number;
}

const BEFORE_END = [
  ['under 30 min', 30],
  ['30 to 60 min', 60],
  ['1 to 2 hours', 120],
  ['over 2 hours', Number.POSITIVE_INFINITY],
] as const;
const finishes = new Map<string, Look[]>(BEFORE_END.map(([name]) => [name, []]));
const byPlan: Look[] = [];
const nextTrucks: Look[] = [];

for (let index = 0; index < orderCount; index += 1) lookAt(somePour(index));
console.log(`${orderCount.toLocaleString('en-US')} pours in ${DAYS} days, looked at every ten minutes from the first ticket to the end`);
console.log(' predicted finish, by the time before the end, once three loads are finished');
for (const [name, looks] of finishes) console.log(describeLooks(name, looks));
console.log(' predicted finish before that, by the plan');
console.log(describeLooks('by the plan', byPlan));
console.log(' next truck');
console.log(describeLooks('next truck', nextTrucks));

function somePour(index: number): Pour {
  const random = new Random(`${seed} ${index}`);
  const place = someJob(random);
  const loadCount = random.int(5, 24);
  const intervalMinutes = random.pick([6, 8, 10, 12, 15, 20]);
  const startsAt = week + random.int(0, DAYS - 1) * 24 * 60 * MINUTE_MS + random.int(0, 240) * MINUTE_MS;
  const travel = travelMinutesBetween(place.plant, place.job);
  const loads = Array.from({ length: loadCount }, (_, number) => {
    const dueAt = startsAt + number * intervalMinutes * MINUTE_MS;
    const facts = newLoad(index * 100 + number, place, dueAt - (travel + MINUTES_BEFORE_THE_WAY) * MINUTE_MS);
    const waitsForPump = hasPumpWaits && (index * 7 + number) % PUMP_WAIT_EVERY === 0;
    return { facts, dueAt, trip: planTrip({ ...facts, waitsForPump }) };
  });
  const facts = { orderStatusId: 6, ordered: loadCount * 10, startsAt, intervalMinutes, loadCount };
  return { facts, quantity: 10, loads, endsAt: Math.max(...loads.map(({ trip }) => trip.passage.finished)) };
}

function lookAt(pour: Pour): void {
  const first = Math.min(...pour.loads.map(({ facts }) => facts.ticketedAt));
  for (let now = first + LOOK_EVERY_MS; now < pour.endsAt; now += LOOK_EVERY_MS) {
    const ticketed = pour.loads.filter(({ facts }) => facts.ticketedAt <= now);
    const board = pourBoard({ ...pour.facts, loads: ticketed.map((load, index) => seen(pour, load, index, now)) }, now);
    if (board.finish) {
      const minutesLeft = (pour.endsAt - now) / MINUTE_MS;
      const [name] = BEFORE_END.find(([, most]) => minutesLeft <= most) ?? BEFORE_END[3];
      const looks = board.finish.basis === 'plan' ? byPlan : finishes.get(name);
      looks?.push(lookOf(board.finish, pour.endsAt));
    }
    if (board.next?.kind === 'expected') {
      const truth = Math.min(...ticketed.map(({ trip }) => trip.passage.arrived).filter((arrived) => arrived > now));
      nextTrucks.push(lookOf(board.next.arrival, truth));
    }
  }
}

/** Returns a load as the portal knows it at a moment. */
function seen(pour: Pour, { facts, trip, dueAt }: Pour['loads'][number], index: number, now: number): PourLoad {
  const { passage } = trip;
  const reached = (moment: number) => (moment <= now ? moment : null);
  return {
    id: facts.ticketId,
    loadNumber: index + 1,
    statusId: statusOf(trip, now),
    quantity: pour.quantity,
    dueAt,
    ticketedAt: passage.ticketed,
    loadedAt: reached(passage.loading),
    leftAt: reached(passage.leavePlant),
    arrivedAt: reached(passage.arrived),
    pourStartedAt: reached(passage.unloading),
    isRejected: false,
    finishedAt: reached(passage.finished),
    eta: passage.arrived > now ? (arrivalSeenAt(facts, trip, now) ?? null) : null,
  };
}
