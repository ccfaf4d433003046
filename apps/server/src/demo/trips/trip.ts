import { MINUTE_MS } from '@yardage/domain/durations';
import { type Coordinate, distanceMeters, offsetBy } from '@yardage/domain/geo';
import type { OrderType } from '@yardage/domain/orders';
import { ordinaryPace, type Passage } from '../world/passages.ts';
import { Random } from '../world/random.ts';
import { type OnTheRoad, onTheRoad, planDrive } from './drive.ts';

/** What is known about a load under way; times in milliseconds, null until reached. */
export interface LoadFacts {
  ticketId: number;
  orderType: OrderType;
  plant: Coordinate;
  /** Null if the job is not on the map; the trip then uses a made-up place near the plant. */
  job: Coordinate | null;
  ticketedAt: number;
  loadingAt: number | null;
  leavePlantAt: number | null;
  arrivedAt: number | null;
  pourStartedAt: number | null;
  finishedAt: number | null;
  /** The truck has to wait for the pump, which takes longer than usual. */
  waitsForPump?: boolean;
}

/** The rest of a load's trip. It is the same for the same facts, so no state is kept between two rounds. */
export interface Trip {
  passage: Omit<Passage, 'due'>;
  /** Returns the truck's position at a moment. */
  fixAt(moment: number): OnTheRoad;
}

/** Long enough to be seen on the pour board, and for the concrete to grow old. */
export const PUMP_WAIT_MINUTES = 48;
/** The note on the ticket of a truck that has to wait. */
export const PUMP_NOTE = 'Wait for the pump';

/** Returns the travel time to a job, by the demo world's formula. */
export function travelMinutesBetween(plant: Coordinate, job: Coordinate): number {
  return Math.round(Math.min(42, 9 + (distanceMeters(plant, job) / 1000) * 1.5));
}

/** Plans the rest of a load's trip from what has happened so far. */
export function planTrip(facts: LoadFacts): Trip {
  const random = new Random(`trip ${facts.ticketId}`);
  const destination = facts.job ?? someplaceNear(facts.plant, random.fork('job'));
  const pace = ordinaryPace(random.fork('pace'), facts.orderType, travelMinutesBetween(facts.plant, destination));
  const after = (moment: number, minutes: number) => Math.round((moment + minutes * MINUTE_MS) / 1000) * 1000;
  const ticketed = facts.ticketedAt;
  const loading = facts.loadingAt ?? after(ticketed, pace.beforeLoading);
  const leavePlant = facts.leavePlantAt ?? after(loading, pace.loading);
  const arrived = facts.arrivedAt ?? after(leavePlant, pace.travel);
  const unloading = facts.pourStartedAt ?? after(arrived, facts.waitsForPump ? PUMP_WAIT_MINUTES : pace.waiting);
  const finished = facts.finishedAt ?? after(unloading, pace.unloading);
  const leaveJob = after(finished, pace.washing);
  const passage = { ticketed, loading, leavePlant, arrived, unloading, finished, leaveJob, backAtPlant: after(leaveJob, pace.travel) };

  const bay = standing(random.fork('bay'), facts.plant);
  const pour = standing(random.fork('pour'), destination);
  const drive = planDrive(facts.plant, destination, (arrived - leavePlant) / 1000, random.fork('drive'));
  return {
    passage,
    fixAt: (moment) => {
      if (moment < leavePlant) return bay;
      return moment < arrived ? onTheRoad(drive, (moment - leavePlant) / 1000) : pour;
    },
  };
}

/** A truck standing within some meters of a place. */
function standing(random: Random, place: Coordinate): OnTheRoad {
  const spread = () => (random.next() - 0.5) * 70;
  return { ...offsetBy(place, spread(), spread()), headingDegrees: random.int(0, 359), speedMph: 0 };
}

function someplaceNear(plant: Coordinate, random: Random): Coordinate {
  const far = () => (random.chance(0.5) ? -1 : 1) * random.int(3_000, 9_000);
  return offsetBy(plant, far(), far());
}
