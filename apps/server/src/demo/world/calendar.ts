import { DAY_MS, MINUTE_MS } from '@yardage/domain/durations';
/** A calendar day as `yyyy-MM-dd`; days compare as text. */
export type Day = string;

/** Returns the day that many days later. */
export function addDays(day: Day, count: number): Day {
  return toDay(Date.parse(day) + count * DAY_MS);
}

/** Returns the same day of another month; the 31st becomes that month's last day. */
export function addMonths(day: Day, count: number): Day {
  const first = new Date(`${day.slice(0, 8)}01`);
  first.setUTCMonth(first.getUTCMonth() + count);
  const last = monthEnd(toDay(first.getTime()));
  return `${last.slice(0, 8)}${[day.slice(8), last.slice(8)].sort()[0]}`;
}

/** Returns the last day of the month. */
export function monthEnd(day: Day): Day {
  return toDay(Date.UTC(yearOf(day), Number(day.slice(5, 7)), 0));
}

/** Last day of a discount: the 10th of the next month. */
export function tenthOfNextMonth(day: Day): Day {
  return `${addMonths(day, 1).slice(0, 8)}10`;
}

/** Returns the year of a day. */
export function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

/** Returns all days from one to another, both included. */
export function daysBetween(from: Day, to: Day): Day[] {
  const last = Date.parse(to);
  const list: Day[] = [];
  for (let at = Date.parse(from); at <= last; at += DAY_MS) list.push(toDay(at));
  return list;
}

/** Returns the calendar day of a moment in a time zone. */
export function localDay(moment: number, timeZone: string): Day {
  return toDay(moment + offsetAt(moment, timeZone));
}

/** Returns the local hour in a time zone, 0 to 23. */
export function localHour(moment: number, timeZone: string): number {
  return new Date(moment + offsetAt(moment, timeZone)).getUTCHours();
}

/** Returns the moment of a local time, given in minutes after midnight. */
export function atLocalTime(day: Day, minutes: number, timeZone: string): number {
  const wall = Date.parse(day) + minutes * MINUTE_MS;
  return wall - offsetAt(wall - offsetAt(wall, timeZone), timeZone);
}

/** Returns a day's share of a full day's work: none on Sundays and holidays, less on Saturdays and in winter. */
export function workload(day: Day): number {
  let work = workloads.get(day);
  if (work === undefined) {
    work = workOf(day);
    workloads.set(day, work);
  }
  return work;
}

const workloads = new Map<Day, number>();

function workOf(day: Day): number {
  const weekday = weekdayOf(day);
  if (weekday === 0 || isHoliday(day)) return 0;
  const season = MONTHLY_WORKLOAD[Number(day.slice(5, 7)) - 1] ?? 1;
  return weekday === 6 ? season * 0.2 : season;
}

const MONTHLY_WORKLOAD = [0.65, 0.7, 0.9, 1, 1.05, 1.1, 1.05, 1.1, 1.05, 1.1, 0.9, 0.7];
const FIXED_HOLIDAYS = new Set(['01-01', '07-04', '12-24', '12-25', '12-31']);

function isHoliday(day: Day): boolean {
  const [month, date, weekday] = [day.slice(5, 7), Number(day.slice(8)), weekdayOf(day)];
  const isMemorialDay = month === '05' && weekday === 1 && date > 24;
  const isLaborDay = month === '09' && weekday === 1 && date < 8;
  const isThanksgiving = month === '11' && weekday === 4 && date > 21 && date < 29;
  return FIXED_HOLIDAYS.has(day.slice(5)) || isMemorialDay || isLaborDay || isThanksgiving;
}

function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay();
}

/** Cache of formatted days by day number; formatting them again took most of the time for a large world. */
const days = new Map<number, Day>();

function toDay(moment: number): Day {
  const number = Math.floor(moment / DAY_MS);
  let day = days.get(number);
  if (day === undefined) {
    day = new Date(moment).toISOString().slice(0, 10);
    days.set(number, day);
  }
  return day;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** Returns a time zone's offset from UTC in milliseconds. Zones change on the hour, so the value is cached per hour. */
function offsetAt(moment: number, timeZone: string): number {
  const hour = Math.floor(moment / (60 * MINUTE_MS));
  const key = `${timeZone} ${hour}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    let format = formats.get(timeZone);
    if (!format) {
      format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
      formats.set(timeZone, format);
    }
    const name = format.formatToParts(hour * 60 * MINUTE_MS).find((part) => part.type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? ['', '+', '0', '0'];
    offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
    offsets.set(key, offset);
  }
  return offset;
}
