import { CHAT_KEYS } from '#web/lib/hub/unsent.ts';
import { perTab, readStored, removeStored, writeStored } from '#web/lib/store.ts';
import type { ChatStart } from './chat.api.ts';

/** A start request without a response yet. Its `clientSessionId` makes retries return the same chat. */
export interface OpenStart {
  clientSessionId: string;
  start: ChatStart;
  openedAtMs: number;
}

/** Older starts are not resumed automatically, because the user may want something else by then. */
const RESUMED_FOR_MS = 60_000;

/** Unanswered starts since page load, including failed ones. A lost response looks like a failure, so a retry must reuse the key. */
const tried = new Map<string, OpenStart>();

/** Places whose drawer was closed before the response came. */
const abandoned = new Set<string>();

/** The storage key of a place: a customer's new-chat form, or one record. */
const keyOf = (place: string): string => `${CHAT_KEYS}start.${place}`;

function isOpenStart(value: unknown): value is OpenStart {
  const { clientSessionId, start, openedAtMs } = (value ?? {}) as Partial<OpenStart>;
  return typeof clientSessionId === 'string' && typeof start === 'object' && start !== null && typeof openedAtMs === 'number';
}

function readStart(place: string): OpenStart | undefined {
  const stored = readStored(perTab, keyOf(place));
  return isOpenStart(stored) ? stored : undefined;
}

/** Returns the start that was running before a reload of this tab, if it is recent enough to resume. */
export function readOpenStart(place: string): OpenStart | undefined {
  const stored = readStart(place);
  return stored && Date.now() - stored.openedAtMs < RESUMED_FOR_MS ? stored : undefined;
}

/** Opens a start. Reuses the key of an unanswered identical start, so that a retry or reload creates no second chat. */
export function openStart(place: string, start: ChatStart): OpenStart {
  const before = readStart(place) ?? tried.get(place);
  const isSame = before && JSON.stringify(before.start) === JSON.stringify(start);
  const opened = isSame ? before : { clientSessionId: crypto.randomUUID(), start, openedAtMs: Date.now() };
  tried.set(place, opened);
  abandoned.delete(place);
  writeStored(perTab, keyOf(place), opened);
  return opened;
}

/** Forgets a start after its response came. */
export function closeStart(place: string): void {
  tried.delete(place);
  abandoned.delete(place);
  removeStored(perTab, keyOf(place));
}

/** Marks a start as refused by the server, so that a reload does not repeat it. A retry still uses the same key. */
export function pauseStart(place: string): void {
  removeStored(perTab, keyOf(place));
}

/** Marks that the user left before the response came. Starting again at the same place undoes it. */
export function abandonStart(place: string): void {
  if (tried.has(place)) abandoned.add(place);
}

/** Whether the user left this place before the response came. */
export function isAbandoned(place: string): boolean {
  return abandoned.has(place);
}
