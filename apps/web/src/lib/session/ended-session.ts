import { createStore, local, readStored, removeStored, writeStored } from '#web/lib/store.ts';

const KEY = 'yardage.session-ended';

/** Set while this tab waits for its user to sign in again; null otherwise. */
export const endedSession = createStore<{ subject: string | undefined } | null>({ initial: null });

/** Notes for the other tabs that the session expired, so that they do not treat it as a logout. */
export function noteSessionEnd(subject: string | undefined): void {
  if (subject !== undefined) writeStored(local, KEY, subject);
}

/** Returns whether the session of this user ended by itself. */
export function hasSessionEnded(subject: string): boolean {
  return readStored(local, KEY) === subject;
}

/** Clears the ended session, after a new sign-in or a logout. */
export function clearSessionEnd(): void {
  removeStored(local, KEY);
}

/**
 * What a change of the shared session means for a tab. Both 'leave' and 'forget' leave the page. After a session that ended by itself, what
 * the user has not sent stays until they are back ('leave'); a logout and another user remove it, too ('forget').
 */
type Reaction = 'nothing' | 'wait' | 'resume' | 'leave' | 'forget';

interface SessionChange {
  /** The provider's id of the signed-in user, before and after the change. */
  before: string | undefined;
  after: string | undefined;
  /** The user for whom this tab waits to sign in again, or null if it does not wait. */
  waitsFor: { subject: string | undefined } | null;
  hasEndedByItself: boolean;
  hasPendingInput: boolean;
}

/** Returns what a tab does when another tab or the sign-in window changes the shared session. */
export function reactTo({ before, after, waitsFor, hasEndedByItself, hasPendingInput }: SessionChange): Reaction {
  if (waitsFor) {
    if (after === undefined) return 'nothing';
    return after === waitsFor.subject ? 'resume' : 'forget';
  }
  // A renewed token changes nothing.
  if (before === undefined || before === after) return 'nothing';
  if (after !== undefined || !hasEndedByItself) return 'forget';
  return hasPendingInput ? 'wait' : 'leave';
}
