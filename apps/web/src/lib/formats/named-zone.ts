import { timeZoneCode } from '@yardage/domain/dates';
import { formatDateTime } from './date-format.ts';
import { OWN_TIME_ZONE } from './use-formats.ts';

/**
 * Names the time zone of a formatted time if the reader's clock differs. A list at the desk has times of several zones in the order of their
 * moments, and would look unsorted otherwise.
 */
export function withZone(formatted: string, moment: string, timeZone: string, ownZone = OWN_TIME_ZONE): string {
  if (timeZone === ownZone) return formatted;
  const zone = timeZoneCode(moment, timeZone);
  return zone === timeZoneCode(moment, ownZone) ? formatted : `${formatted} ${zone}`;
}

/** Formats a timestamp as `MM/dd/yyyy HH:mm:ss`, with the name of its time zone if the reader's clock differs. */
export function formatDateTimeOfDesk(moment: string, timeZone: string, ownZone = OWN_TIME_ZONE): string {
  return withZone(formatDateTime(moment, timeZone), moment, timeZone, ownZone);
}
