import { MINUTE_MS } from '@yardage/domain/durations';
import type { OrderType } from '@yardage/domain/orders';
import type { Random } from './random.ts';

/** The times of a load, in the order of its ticket statuses 1 to 6, and of its return. */
export interface Passage {
  due: number;
  ticketed: number;
  loading: number;
  leavePlant: number;
  arrived: number;
  unloading: number;
  finished: number;
  leaveJob: number;
  backAtPlant: number;
}

/** Minutes for each part of a delivery. */
export interface Pace {
  beforeLoading: number;
  loading: number;
  travel: number;
  waiting: number;
  unloading: number;
  washing: number;
  /** Minutes behind schedule; negative if ahead. */
  delay: number;
}

/** Fewest and most minutes of each part, by order type. */
const PACES = {
  1: { beforeLoading: [2, 5], loading: [8, 12], waiting: [2, 7], unloading: [9, 16], washing: [5, 9] },
  2: { beforeLoading: [1, 3], loading: [4, 7], waiting: [1, 4], unloading: [3, 6], washing: [1, 3] },
  3: { beforeLoading: [3, 8], loading: [18, 28], waiting: [3, 8], unloading: [20, 35], washing: [3, 6] },
} as const;

/** Returns the pace of an ordinary load. */
export function ordinaryPace(random: Random, orderType: OrderType, travelMinutes: number): Pace {
  const within = ([from, to]: readonly [number, number]) => from + random.next() * (to - from);
  const pace = PACES[orderType];
  return {
    beforeLoading: within(pace.beforeLoading),
    loading: within(pace.loading),
    travel: travelMinutes * (0.9 + random.next() * 0.25),
    waiting: within(pace.waiting),
    unloading: within(pace.unloading),
    washing: within(pace.washing),
    delay: within([-3, 6]),
  };
}

/** Returns the times of a load that is due on the job at a moment, in whole seconds. */
export function passageOf(due: number, pace: Pace): Passage {
  const after = (start: number, minutes: number) => Math.round((start + minutes * MINUTE_MS) / 1000) * 1000;
  const arrived = after(due, pace.delay);
  const leavePlant = after(arrived, -pace.travel);
  const loading = after(leavePlant, -pace.loading);
  const unloading = after(arrived, pace.waiting);
  const finished = after(unloading, pace.unloading);
  const leaveJob = after(finished, pace.washing);
  return {
    due,
    ticketed: after(loading, -pace.beforeLoading),
    loading,
    leavePlant,
    arrived,
    unloading,
    finished,
    leaveJob,
    backAtPlant: after(leaveJob, pace.travel),
  };
}

/** Returns a load's ticket status at a moment; 0 before it is ticketed. */
export function statusAt(passage: Passage, moment: number): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const { ticketed, loading, leavePlant, arrived, unloading, finished } = passage;
  return [ticketed, loading, leavePlant, arrived, unloading, finished].filter((reached) => reached <= moment).length as
    | 0
    | 1
    | 2
    | 3
    | 4
    | 5
    | 6;
}
