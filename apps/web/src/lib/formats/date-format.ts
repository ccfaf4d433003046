import * as dates from '@yardage/domain/dates';

// How the portal writes moments and days: the domain's way, and nothing for what is not there or no moment.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type MaybeMoment = string | null | undefined;

function orNothing(format: (moment: string, timeZone: string) => string): (moment: MaybeMoment, timeZone: string) => string {
  return (moment, timeZone) => (moment && !Number.isNaN(new Date(moment).getTime()) ? format(moment, timeZone) : '');
}

/** `MM/dd/yyyy` of a moment, in the data source's zone (TBL-12). */
export const formatDate = orNothing(dates.formatDate);

/** `HH:mm` of a moment, in the data source's zone. */
export const formatTime = orNothing(dates.formatTime);

/** `hh:mm a`, as `02:05 PM`, of a moment, in the data source's zone (CHT-28). */
export const formatClock = orNothing((moment, timeZone) => {
  const [hours, minutes] = dates.formatTime(moment, timeZone).split(':');
  const hour = Number(hours);
  return `${String(hour % 12 || 12).padStart(2, '0')}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
});

/** `MM/dd/yyyy HH:mm:ss` of a moment, in the data source's zone (TBL-12). */
export const formatDateTime = orNothing(dates.formatDateTime);

/** `MM/dd/yyyy` of a calendar day, which belongs to no zone. */
export function formatDay(day: MaybeMoment): string {
  const [found] = /^\d{4}-\d{2}-\d{2}/.exec(day ?? '') ?? [];
  return found ? dates.formatDay(found) : '';
}

/** The calendar day, `yyyy-MM-dd`, that it is in the data source's zone. */
export function dayIn(timeZone: string, now: Date): string {
  return dates.dayAt(now, timeZone);
}

/** 'just now', 'Nm ago', 'Nh ago', 'Nd ago' (TBL-11). */
export function formatRelative(moment: string, now: Date): string {
  const elapsedMs = now.getTime() - new Date(moment).getTime();
  if (Number.isNaN(elapsedMs)) return '';
  if (elapsedMs < MINUTE_MS) return 'just now';
  if (elapsedMs < HOUR_MS) return `${Math.floor(elapsedMs / MINUTE_MS)}m ago`;
  if (elapsedMs < DAY_MS) return `${Math.floor(elapsedMs / HOUR_MS)}h ago`;
  return `${Math.floor(elapsedMs / DAY_MS)}d ago`;
}
