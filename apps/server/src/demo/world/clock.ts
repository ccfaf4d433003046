import { addMonths, type Day, daysBetween, localDay, workload, yearOf } from './calendar.ts';
import { DATA_SOURCES } from './region.ts';

/** The point in time that the world is anchored to. */
export interface Clock {
  now: number;
  historyStart: Day;
}

const MONTHS_OF_HISTORY = 18;

/** History begins 18 months back, or earlier to include the whole of last year, which determines the reward tiers. */
export function createClock(now: Date): Clock {
  const today = anchorDay(now);
  const lastYear = `${yearOf(today) - 1}-01-01`;
  const monthsBack = addMonths(today, -MONTHS_OF_HISTORY);
  return { now: now.getTime(), historyStart: monthsBack < lastYear ? monthsBack : lastYear };
}

/** Returns the day that a world is anchored on: today at the supplier's location. */
export function anchorDay(now: Date): Day {
  return localDay(now.getTime(), DATA_SOURCES.concreteEast.timeZone);
}

/** Returns the total work of a range of days, in full days. */
export function workdays(from: Day, to: Day): number {
  return daysBetween(from, to).reduce((sum, day) => sum + workload(day), 0);
}
