import { addDays } from '@yardage/domain/dates';
import { DATE_RANGE_MESSAGES } from './date-range.messages.ts';

/** A range of calendar days as `yyyy-MM-dd`, both ends included. */
export interface DayRange {
  from: string;
  to: string;
}

const asDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
const asDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Returns today and the next six days (ORD-04, TKT-03). */
export function nextSevenDays(today: string): DayRange {
  return { from: today, to: addDays(today, 6) };
}

/** Returns the days from January 1 through today (INV-05, HIS-02). */
export function thisYear(today: string): DayRange {
  return { from: `${today.slice(0, 4)}-01-01`, to: today };
}

/** Returns the same day of the month `months` months later, or the month's last day if it is shorter. */
export function addMonths(day: string, months: number): string {
  const date = asDate(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, lastOfMonth));
  return asDay(date);
}

/** Returns the days from the first of the month two months ago through today (STM-02). */
export function sinceTwoMonthsBack(today: string): DayRange {
  return { from: `${addMonths(today, -2).slice(0, 8)}01`, to: today };
}

/** Returns a day as it is typed, `MM/dd/yyyy` in every language: forms in the United States ask for it so. */
export function typedDay(day: string | undefined): string {
  const [year, month, date] = day?.split('-') ?? [];
  return year ? `${month}/${date}/${year}` : '';
}

/** Parses a typed day, `MM/dd/yyyy` with optional leading zeros. Returns null if it is not a valid day. */
export function readTypedDay(text: string): string | null {
  const [, month, date, year] =
    /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text) ?? [];
  if (!month || !date || !year) return null;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const parsed = asDate(day);
  return !Number.isNaN(parsed.getTime()) && asDay(parsed) === day ? day : null;
}

/** Returns whether two ranges cover the same days. */
export function isSameRange(one: DayRange | null, other: DayRange | null): boolean {
  return one?.from === other?.from && one?.to === other?.to;
}

/** A named date range. */
export interface DatePreset {
  label: string;
  range: DayRange;
}

/** Returns the five presets, relative to the data source's current day and including it (TBL-09). */
export function datePresets(today: string): DatePreset[] {
  const yesterday = addDays(today, -1);
  return [
    { label: DATE_RANGE_MESSAGES.today, range: { from: today, to: today } },
    { label: DATE_RANGE_MESSAGES.yesterday, range: { from: yesterday, to: yesterday } },
    { label: DATE_RANGE_MESSAGES.last7Days, range: { from: addDays(today, -6), to: today } },
    { label: DATE_RANGE_MESSAGES.last30Days, range: { from: addDays(today, -29), to: today } },
    { label: DATE_RANGE_MESSAGES.last2Months, range: { from: addMonths(today, -2), to: today } },
  ];
}
