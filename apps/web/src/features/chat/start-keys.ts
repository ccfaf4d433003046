import { CHAT_KEYS } from '#web/lib/hub/unsent.ts';
import { perTab, readStored, removeStored, writeStored } from '#web/lib/storage.ts';
import type { ChatStart } from './api/start-chat.ts';

/** A start that has not been answered, with the key that makes its repetition the same chat. */
export interface OpenStart {
  clientSessionId: string;
  start: ChatStart;
  openedAtMs: number;
}

/** A start from longer ago is not gone on with by itself: whoever comes back then may want something else. */
const RESUMED_FOR_MS = 60_000;

/** Starts of this page's life, also those that failed: trying one again must be the same chat, for a lost answer looks like a failure. */
const tried = new Map<string, OpenStart>();

/** Places whose drawer was closed before the start was answered. */
const abandoned = new Set<string>();

/** One of a customer number's form, or of a record. */
const keyOf = (place: string): string => `${CHAT_KEYS}start.${place}`;

function isOpenStart(value: unknown): value is OpenStart {
  const { clientSessionId, start, openedAtMs } = (value ?? {}) as Partial<OpenStart>;
  return typeof clientSessionId === 'string' && typeof start === 'object' && start !== null && typeof openedAtMs === 'number';
}

function readStart(place: string): OpenStart | undefined {
  const stored = readStored(perTab, keyOf(place));
  return isOpenStart(stored) ? stored : undefined;
}

/** The start that was under way when this tab was here a moment ago. */
export function readOpenStart(place: string): OpenStart | undefined {
  const stored = readStart(place);
  return stored && Date.now() - stored.openedAtMs < RESUMED_FOR_MS ? stored : undefined;
}

/** The key of a start: that of the same start before, if it was never answered, so that a second try or a reload makes no second chat. */
export function openStart(place: string, start: ChatStart): OpenStart {
  const before = readStart(place) ?? tried.get(place);
  const isSame = before && JSON.stringify(before.start) === JSON.stringify(start);
  const opened = isSame ? before : { clientSessionId: crypto.randomUUID(), start, openedAtMs: Date.now() };
  tried.set(place, opened);
  abandoned.delete(place);
  writeStored(perTab, keyOf(place), opened);
  return opened;
}

/** The start was answered. */
export function closeStart(place: string): void {
  tried.delete(place);
  abandoned.delete(place);
  removeStored(perTab, keyOf(place));
}

/** The server refused the start: a reload does not try it by itself. */
export function pauseStart(place: string): void {
  removeStored(perTab, keyOf(place));
}

/** The user left before the start was answered; starting at the same place again takes it back. */
export function abandonStart(place: string): void {
  if (tried.has(place)) abandoned.add(place);
}

/** Whether the user has left the place of a start that is not answered yet. */
export function isAbandoned(place: string): boolean {
  return abandoned.has(place);
}
