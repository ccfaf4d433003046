import { isDue } from '@yardage/domain/eta';
import { ARRIVAL_MESSAGES as MESSAGES } from './arrival.messages.ts';

/** Returns 'about 16:47', or 'due now' from that minute on. Every screen uses this text. */
export function arrivalText(expectedAt: string, nowMs: number, time: (moment: string) => string): string {
  return isDue(expectedAt, nowMs) ? MESSAGES.due : MESSAGES.about(time(expectedAt));
}
