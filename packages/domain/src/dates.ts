import { currentLocale } from '@yardage/messages/messages';
import { HOUR_MS } from './durations.ts';

/** The locale whose days and times the specification names. */
export const ENGLISH = 'en-US';

/** A point in time in code and JSON: a Date, or ISO 8601 in UTC. */
export type Moment = Date | string;

const CALENDAR_AND_CLOCK: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};

type Reading = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;

/** Cached, because creating a formatter costs about fifty times as much as using it and a table formats thousands of cells. */
const readers = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar and clock fields of a moment in a time zone. */
function read(moment: Moment, timeZone: string): Reading {
  let reader = readers.get(timeZone);
  if (!reader) {
    reader = new Intl.DateTimeFormat(ENGLISH, { ...CALENDAR_AND_CLOCK, timeZone });
    readers.set(timeZone, reader);
  }
  const parts = reader.formatToParts(moment instanceof Date ? moment : new Date(moment));
  const reading: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of parts) reading[type] = value;
  return reading as Reading;
}

/** Day formats by locale. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a day as text: `MM/dd/yyyy` in English (TBL-12). Other languages have the month as a word, as in `16 nov 2026`: many of them
 * write the day first, and next to documents in English `03/04/2026` would be read wrongly.
 */
function dayText({ year, month, day }: Pick<Reading, 'year' | 'month' | 'day'>): string {
  const locale = currentLocale();
  if (locale === ENGLISH) return `${month}/${day}/${year}`;
  let format = dayFormats.get(locale);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' });
    dayFormats.set(locale, format);
  }
  return format.format(Date.UTC(Number(year), Number(month) - 1, Number(day)));
}

/** The day that a moment falls on in a time zone, in English `MM/dd/yyyy` (TBL-12). */
export function formatDate(moment: Moment, timeZone: string): string {
  return dayText(read(moment, timeZone));
}

/** `MM/dd/yyyy HH:mm:ss` (TBL-12). */
export function formatDateTime(moment: Moment, timeZone: string): string {
  const reading = read(moment, timeZone);
  return `${dayText(reading)} ${reading.hour}:${reading.minute}:${reading.second}`;
}

/** `MM/dd/yyyy HH:mm`, for times whose seconds do not matter. */
export function formatDateMinute(moment: Moment, timeZone: string): string {
  const reading = read(moment, timeZone);
  return `${dayText(reading)} ${reading.hour}:${reading.minute}`;
}

/** `HH:mm` (ORD-14). */
export function formatTime(moment: Moment, timeZone: string): string {
  const { hour, minute } = read(moment, timeZone);
  return `${hour}:${minute}`;
}

/** Formats a calendar day `yyyy-MM-dd`, in English as `MM/dd/yyyy`. It has no time zone, so none may shift it. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return dayText({ year, month, day: date });
}

/** Returns the names of each month (from 1) by which a search finds its days: short, as days show it, and in full. */
export function monthWords(): Record<number, string> {
  const nameOf = (month: number, length: 'short' | 'long') =>
    new Intl.DateTimeFormat(currentLocale(), { month: length, timeZone: 'UTC' }).format(Date.UTC(2000, month - 1));
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  return Object.fromEntries(months.map((month) => [month, `${nameOf(month, 'short')} ${nameOf(month, 'long')}`]));
}

/** Formats a calendar day of the next weeks as people say it, such as `Wed, Nov 18`. */
export function formatShortDay(day: string): string {
  const format = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(currentLocale(), format).format(new Date(`${day}T00:00:00Z`));
}

/** Names of time zones by locale and zone. */
const zoneNames = new Map<string, string>();

/** Returns the common name of a time zone, such as `Mountain Time`. */
export function timeZoneName(timeZone: string): string {
  const locale = currentLocale();
  const key = `${locale} ${timeZone}`;
  let name = zoneNames.get(key);
  if (name === undefined) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0);
    name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
    zoneNames.set(key, name);
  }
  return name;
}

/** Formatters of abbreviations by locale and zone. */
const zoneCodes = new Map<string, Intl.DateTimeFormat>();

/** Returns the abbreviation of a time zone at a moment, such as `CST`. */
export function timeZoneCode(moment: Moment, timeZone: string): string {
  const locale = currentLocale();
  const key = `${locale} ${timeZone}`;
  const format = zoneCodes.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  zoneCodes.set(key, format);
  return format.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** `yyyy-MM-dd`, the day that a moment falls on in a time zone. */
export function dayAt(moment: Moment, timeZone: string): string {
  const { year, month, day } = read(moment, timeZone);
  return `${year}-${month}-${day}`;
}

/** `yyyy-MM-ddTHH:mm:ss`, what the clocks of a time zone show at a moment. For computing: people read `formatDateTime`. */
export function localTimeAt(moment: Moment, timeZone: string): string {
  const { year, month, day, hour, minute, second } = read(moment, timeZone);
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** Returns the calendar day that is a number of days after another. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * Returns the moment of a day and a clock time `HH:mm` in a time zone. When clocks change, a time that is skipped means the one an hour later,
 * and a time that occurs twice means the first.
 */
export function momentAt(day: string, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  const shown = (guess: number) => Date.parse(`${dayAt(new Date(guess), timeZone)}T${formatTime(new Date(guess), timeZone)}:00Z`);
  const first = wanted - (shown(wanted) - wanted);
  const second = first - (shown(first) - wanted);
  if (shown(second) !== wanted) return new Date(Math.max(first, second));
  // East of Greenwich, the guess is the second of two.
  return new Date(shown(second - HOUR_MS) === wanted ? second - HOUR_MS : second);
}

/** 1 Monday to 7 Sunday. */
export function weekday(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay() || 7;
}
