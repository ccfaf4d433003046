import type { AnyRouter } from '@tanstack/react-router';
import { forgetCartCopies } from '#web/features/carts/cart-copy.ts';
import { askNow, forgetPaymentAttempts } from '#web/features/payments/payment-attempts.ts';
import { forgetPaymentResults } from '#web/features/payments/payment-result.ts';
import { setUnauthorizedHandler } from '#web/lib/api.ts';
import { forgetRemembered } from '#web/lib/customer/customer-store.ts';
import { forgetDrafts } from '#web/lib/drafts.ts';
import { forgetFirstReads } from '#web/lib/http/early-calls.ts';
import { forgetChats } from '#web/lib/hub/unsent-chat-messages.ts';
import { isOffline } from '#web/lib/offline/connection.ts';
import { forgetOffline, hasUnsent } from '#web/lib/offline/kept-reads.ts';
import {
  askToDiscard,
  backUpForms,
  forgetFormBackup,
  hasPendingInput,
  releaseInput,
  warnBeforeUnload,
} from '#web/lib/overlays/unsaved-input.ts';
import { endPush, endPushOfOthers } from '#web/lib/push/push-owner.ts';
import { watchOtherTabs } from '#web/lib/session/access-token.ts';
import { clearSessionEnd, endedSession, hasSessionEnded, noteSessionEnd, reactTo } from '#web/lib/session/ended-session.ts';
import {
  forgetAccount,
  forgetSignOut,
  hasSignedOutHere,
  isSignedIn,
  keepReturnPath,
  signIn,
  signOut,
  whenPageReturns,
} from '#web/lib/session/session.ts';
import { accountSubject } from '#web/lib/session/stored-user.ts';
import { forgetView, hasLeftView, setViewRemover } from '#web/lib/session/view-as.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ERROR_MESSAGES } from './error.messages.ts';
import { queryClient } from './query.ts';

let isWatching = false;

/**
 * Ends the session in this tab when the server or the provider has ended it: one toast, then the root (ERR-04, SHL-21). If that would
 * lose what the user typed, a dialog first offers to sign in again in place (decision 33). When another tab signs out or signs in as
 * another user, this one restarts at the root, because everything it shows belongs to the previous account.
 */
export function watchSessionExpiry(router: AnyRouter): void {
  // The layout is mounted again after every page outside of it.
  if (isWatching) return;
  isWatching = true;
  // A user is signed in again, so failed calls end the session again. The calls of this tab's own sign-out ended with the page it left.
  forgetSignOut();
  endPushOfOthers().catch(ignore);
  setViewRemover(() => {
    releaseInput();
    // The page is left before the layout reacts to the released input, so switch off the browser's question here. A user who stayed would
    // see a view that has ended.
    warnBeforeUnload('unsaved-input', false);
    forgetAccountData();
  });
  let isLeaving = false;
  setUnauthorizedHandler(() => {
    // Several calls fail together; only the first one counts. Calls that were under way at a sign-out are expected to fail.
    if (isLeaving || endedSession.get() || hasSignedOutHere()) return;
    const subject = accountSubject();
    noteSessionEnd(subject);
    if (hasPendingInput()) {
      endedSession.set({ subject });
      void forgetAccount();
      return;
    }
    isLeaving = true;
    void leaveAfterSessionEnd(router, isSignedIn() ? subject : undefined).finally(() => {
      isLeaving = false;
    });
  });
  watchOtherTabs((before, after) => {
    const hasEndedByItself = before !== undefined && hasSessionEnded(before);
    const reaction = reactTo({ before, after, waitsFor: endedSession.get(), hasEndedByItself, hasPendingInput: hasPendingInput() });
    if (reaction === 'wait') endedSession.set({ subject: before });
    if (reaction === 'resume') resume();
    // The same user returns to this page here, too.
    if (reaction === 'leave' && before !== undefined) keepReturnPath(router.state.location.href, before);
    if (reaction === 'leave' || reaction === 'forget') restart({ removesUnsent: reaction === 'forget' });
  });
  // Browsers keep pages as they were left, so after a logout the next user of the browser could return to this one with Back.
  const shownTo = accountSubject();
  whenPageReturns(() => {
    if (hasLeftView() || (!endedSession.get() && accountSubject() !== shownTo)) window.location.replace('/');
    else forgetSignOut();
  });
  // A tab that is closed while it waits must not leave the account's data behind.
  window.addEventListener('pagehide', () => {
    if (endedSession.get()) forgetAccountData();
  });
}

/** Shows the toast and opens the root. After the next sign-in the same user returns to this page. */
export async function leaveAfterSessionEnd(router: AnyRouter, subject = endedSession.get()?.subject): Promise<void> {
  toasts.show({ title: ERROR_MESSAGES.sessionExpiredTitle, message: ERROR_MESSAGES.sessionExpired, kind: 'destructive' });
  if (subject !== undefined) keepReturnPath(router.state.location.href, subject);
  releaseInput();
  forgetAccountData();
  try {
    await forgetAccount();
    await router.navigate({ to: '/', replace: true });
  } finally {
    queryClient.clear();
    endedSession.set(null);
  }
}

/** Signs in again in this window, where the browser allows no other one. What was typed is kept, except card and bank data. */
export async function signInHere(router: AnyRouter): Promise<void> {
  const subject = endedSession.get()?.subject;
  if (subject !== undefined) keepReturnPath(router.state.location.href, subject);
  backUpForms(subject);
  releaseInput();
  forgetAccountData();
  await signIn();
}

/** The same user has signed in again: the page stays as it is, and its data is loaded again. */
function resume(): void {
  clearSessionEnd();
  endedSession.set(null);
  void queryClient.invalidateQueries();
  askNow();
}

/**
 * Removes the data of the previous account from this tab, and restarts the app at the root. With `removesUnsent` (after a logout, or for another
 * user), removes its unsent entries, drafts and notifications, too.
 */
function restart({ removesUnsent }: { removesUnsent: boolean }): void {
  releaseInput();
  forgetAccountData();
  forgetView();
  if (removesUnsent) {
    endPushOfOthers().catch(ignore);
    forgetDrafts();
    forgetFormBackup();
  }
  void forgetOffline({ removesUnsent }).finally(() => window.location.replace('/'));
}

/** For the end of notifications, which nobody waits for. If it fails, it is tried again when the next user opens the portal. */
const ignore = (): void => undefined;

/** Logs out. Asks first if that would discard a filled form, or delete what the user has written and was not sent. */
export function logOut(): void {
  if (hasPendingInput()) askToDiscard(endIfSent);
  else endIfSent();
}

/** Ends the session; asks first if entries wait to be sent. */
function endIfSent(): void {
  void hasUnsent().then((isUnsent) => (isUnsent ? askToDiscard(endSession, { isLogout: true }) : endSession()));
}

/** Removes the account's data and notifications from this browser, then ends the session (SHL-20). */
function endSession(): void {
  endPush().catch(ignore);
  forgetAccountData();
  // Only on logout. If the session ends by itself, a payment with an unknown outcome is looked up after the next sign-in.
  forgetPaymentAttempts();
  forgetDrafts();
  forgetFormBackup();
  clearSessionEnd();
  forgetView();
  releaseInput();
  // The sign-out leaves the page for the provider's, so the data on the disk has to be removed before.
  void forgetOffline({ removesUnsent: true }).finally(() => signOut({ isOffline: isOffline() }));
}

/** Removes the account's data, except its tokens, from this browser: at logout, and when the session or a staff member's view ends. */
function forgetAccountData(): void {
  void queryClient.cancelQueries();
  forgetRemembered();
  forgetFirstReads();
  forgetCartCopies();
  forgetPaymentResults();
  forgetChats();
  // What the user has not sent stays until the same user is back. Another user's sign-in and logout remove it.
  void forgetOffline({ removesUnsent: false });
}
