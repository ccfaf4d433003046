import { ApiError } from '#server/http/api-error';
import { EVENTS_MESSAGES } from './events.messages.ts';

/** Readers keep the cursor as it is; the prefix makes it clear what it belongs to. */
const PREFIX = 'feed1:';

/** Returns the cursor that goes on after a position. */
export function cursorAt(position: number): string {
  return Buffer.from(`${PREFIX}${position}`).toString('base64url');
}

/** Returns the position of a cursor; without one, the beginning of the feed. */
export function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const text = Buffer.from(cursor, 'base64url').toString();
  const digits = /^feed1:(\d{1,15})$/.exec(text)?.[1];
  if (!digits) throw new ApiError('validation-failed', { fieldErrors: { after: [EVENTS_MESSAGES.badCursor] } });
  return Number(digits);
}
