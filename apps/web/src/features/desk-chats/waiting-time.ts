import { DESK_CHATS_MESSAGES as MESSAGES } from './desk-chats.messages.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Returns how long a customer has been waiting, as text. */
export function waitingTime(since: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(since)) / MINUTE_MS);
  if (!(minutes >= 1)) return MESSAGES.underAMinute;
  if (minutes < HOUR_MINUTES) return MESSAGES.minutes(minutes);
  if (minutes < DAY_MINUTES) return MESSAGES.hours(Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES);
  return MESSAGES.days(Math.floor(minutes / DAY_MINUTES));
}
