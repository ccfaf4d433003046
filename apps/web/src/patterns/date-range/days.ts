/** A stretch of calendar days, both ends included, as `yyyy-MM-dd`. */
export interface DayRange {
  from: string;
  to: string;
}

/** The calendar's first and last day (TBL-10). */
export const FIRST_DAY = '1950-01-01';
export const LAST_DAY = '2050-12-31';

const asDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
const asDay = (date: Date): string => date.toISOString().slice(0, 10);

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  const date = asDate(day);
  date.setUTCDate(date.getUTCDate() + days);
  return asDay(date);
}

/** Today and six more days (ORD-04, TKT-03). */
export function nextSevenDays(today: string): DayRange {
  return { from: today, to: addDays(today, 6) };
}

/** From the first of January until today (INV-05, HIS-02). */
export function thisYear(today: string): DayRange {
  return { from: `${today.slice(0, 4)}-01-01`, to: today };
}

/** The same day so many months later; the month's last day where it has no such day. */
export function addMonths(day: string, months: number): string {
  const date = asDate(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, lastOfMonth));
  return asDay(date);
}

/** From the first day of the month two months back through today (STM-02). */
export function sinceTwoMonthsBack(today: string): DayRange {
  return { from: `${addMonths(today, -2).slice(0, 8)}01`, to: today };
}

/** Reads a typed day, `MM/dd/yyyy`, leading zeros optional; null for what is no day. */
export function readTypedDay(text: string): string | null {
  const [, month, date, year] =
    /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text) ?? [];
  if (!month || !date || !year) return null;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const parsed = asDate(day);
  return !Number.isNaN(parsed.getTime()) && asDay(parsed) === day ? day : null;
}

/** Whether a day lies on the calendar (TBL-10). */
export function isOnCalendar(day: string): boolean {
  return day >= FIRST_DAY && day <= LAST_DAY;
}

/** Whether two ranges are the same days. */
export function isSameRange(one: DayRange | null, other: DayRange | null): boolean {
  return one?.from === other?.from && one?.to === other?.to;
}
