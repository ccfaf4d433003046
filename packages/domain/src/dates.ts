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
    reader = new Intl.DateTimeFormat('en-US', { ...CALENDAR_AND_CLOCK, timeZone });
    readers.set(timeZone, reader);
  }
  const parts = reader.formatToParts(moment instanceof Date ? moment : new Date(moment));
  const reading: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of parts) reading[type] = value;
  return reading as Reading;
}

/** `MM/dd/yyyy`, the day that a moment falls on in a time zone (TBL-12). */
export function formatDate(moment: Moment, timeZone: string): string {
  const { month, day, year } = read(moment, timeZone);
  return `${month}/${day}/${year}`;
}

/** `MM/dd/yyyy HH:mm:ss` (TBL-12). */
export function formatDateTime(moment: Moment, timeZone: string): string {
  const { month, day, year, hour, minute, second } = read(moment, timeZone);
  return `${month}/${day}/${year} ${hour}:${minute}:${second}`;
}

/** `MM/dd/yyyy HH:mm`, for times whose seconds do not matter. */
export function formatDateMinute(moment: Moment, timeZone: string): string {
  const { month, day, year, hour, minute } = read(moment, timeZone);
  return `${month}/${day}/${year} ${hour}:${minute}`;
}

/** `HH:mm` (ORD-14). */
export function formatTime(moment: Moment, timeZone: string): string {
  const { hour, minute } = read(moment, timeZone);
  return `${hour}:${minute}`;
}

/** Formats a calendar day `yyyy-MM-dd` as `MM/dd/yyyy`. It has no time zone, so none may shift it. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** Returns the common name of a time zone, such as `Mountain Time`. */
export function timeZoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** `yyyy-MM-dd`, the day that a moment falls on in a time zone. */
export function dayAt(moment: Moment, timeZone: string): string {
  const { year, month, day } = read(moment, timeZone);
  return `${year}-${month}-${day}`;
}
