import { ApiError } from '#server/http/api-error';
import { EVENTS_MESSAGES } from './events.messages.ts';

/** The history of a feed whose database was never restored. Its cursors do not name it, so that earlier versions read them, too. */
export const FIRST_HISTORY = 'first';

/** A place in one history of the feed. */
export interface FeedPlace {
  history: string;
  position: number;
}

/** Returns the cursor that goes on after a place. Readers keep it as it is; the prefix makes it clear what it belongs to. */
export function cursorAt({ history, position }: FeedPlace): string {
  return Buffer.from(history === FIRST_HISTORY ? `feed1:${position}` : `feed2:${history}:${position}`).toString('base64url');
}

/** Returns the place of a cursor; without one, the beginning of the feed. */
export function placeOf(cursor: string | undefined): FeedPlace {
  if (cursor === undefined) return { history: FIRST_HISTORY, position: 0 };
  const [, history, digits] = /^feed(?:1|2:([\w-]{1,60})):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!digits) throw badCursor();
  return { history: history ?? FIRST_HISTORY, position: Number(digits) };
}

/** A history of the feed, and the last place that it shares with the one before. */
export interface FeedHistory {
  name: string;
  beginsAfter: number;
}

/**
 * Returns where a reader goes on in the last history. Each restore lost the places above its beginning: other events get them, so a reader
 * who was further goes back to it. `histories` are in their order, `lastPosition` is the last place that was given.
 */
export function goOnAfter({ history, position }: FeedPlace, histories: readonly FeedHistory[], lastPosition: number): number {
  const index = histories.findIndex(({ name }) => name === history);
  if (index < 0) throw badCursor(EVENTS_MESSAGES.lostCursor);
  const after = Math.min(position, ...histories.slice(index + 1).map(({ beginsAfter }) => beginsAfter));
  // Nobody gave that place: the database is older than the cursor.
  if (after > lastPosition) throw badCursor(EVENTS_MESSAGES.lostCursor);
  return after;
}

const badCursor = (reason: string = EVENTS_MESSAGES.badCursor) => new ApiError('validation-failed', { fieldErrors: { after: [reason] } });
