import { isDue } from '@yardage/domain/eta';
import { ARRIVAL_MESSAGES as WORDS } from './arrival.messages.ts';

/** 'about 16:47', or 'due now' from that minute on; the same on every screen. */
export function arrivalText(expectedAt: string, nowMs: number, time: (moment: string) => string): string {
  return isDue(expectedAt, nowMs) ? WORDS.due : WORDS.about(time(expectedAt));
}
