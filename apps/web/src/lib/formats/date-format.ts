import * as dates from '@yardage/domain/dates';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yardage/domain/durations';
import { currentLocale } from '@yardage/messages/messages';
import { FORMATS_MESSAGES as MESSAGES } from './formats.messages.ts';

// Date and time formats of the portal, based on the domain's. Missing or invalid values become an empty string.

type MaybeMoment = string | null | undefined;

function orNothing(format: (moment: string, timeZone: string) => string): (moment: MaybeMoment, timeZone: string) => string {
  return (moment, timeZone) => (moment && !Number.isNaN(new Date(moment).getTime()) ? format(moment, timeZone) : '');
}

/** Formats a timestamp as `MM/dd/yyyy` in a time zone (TBL-12). */
export const formatDate = orNothing(dates.formatDate);

/** Formats a timestamp as `HH:mm` in a time zone. */
export const formatTime = orNothing(dates.formatTime);

/** Formats a timestamp as `hh:mm a`, such as `02:05 PM`, in a time zone (CHT-28); in other languages as all other times. */
export const formatClock = orNothing((moment, timeZone) => {
  if (currentLocale() !== dates.ENGLISH) return dates.formatTime(moment, timeZone);
  const [hours, minutes] = dates.formatTime(moment, timeZone).split(':');
  const hour = Number(hours);
  return `${String(hour % 12 || 12).padStart(2, '0')}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
});

/** Formats a timestamp as `MM/dd/yyyy HH:mm:ss` in a time zone (TBL-12). */
export const formatDateTime = orNothing(dates.formatDateTime);

/** Formats a calendar day, which has no time zone, as `MM/dd/yyyy`. */
export function formatDay(day: MaybeMoment): string {
  const [found] = /^\d{4}-\d{2}-\d{2}/.exec(day ?? '') ?? [];
  return found ? dates.formatDay(found) : '';
}

/** Returns 'just now', 'Nm ago', 'Nh ago' or 'Nd ago' (TBL-11). */
export function formatRelative(moment: string, now: Date): string {
  const elapsedMs = now.getTime() - new Date(moment).getTime();
  if (Number.isNaN(elapsedMs)) return '';
  if (elapsedMs < MINUTE_MS) return MESSAGES.justNow;
  if (elapsedMs < HOUR_MS) return MESSAGES.minutesAgo(Math.floor(elapsedMs / MINUTE_MS));
  if (elapsedMs < DAY_MS) return MESSAGES.hoursAgo(Math.floor(elapsedMs / HOUR_MS));
  return MESSAGES.daysAgo(Math.floor(elapsedMs / DAY_MS));
}
