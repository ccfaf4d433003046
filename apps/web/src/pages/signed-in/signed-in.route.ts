import { redirect } from '@tanstack/react-router';
import { logFailure } from '#web/lib/log.ts';
import { SESSION_MESSAGES } from '#web/lib/session/session.messages.ts';
import { completeSignIn, forgetAccount } from '#web/lib/session/session.ts';
import { closeSignInWindow } from '#web/lib/session/sign-in-window.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/signed-in`: completes the sign-in and redirects to the page that the user wanted, or to `/` if it fails (SHL-21). */
export const signedInRoute = {
  path: '/signed-in',
  staticData: { page: { title: () => MESSAGES.signedIn.title, access: 'public' } },
  beforeLoad: async (): Promise<never> => {
    let href = '/';
    try {
      href = await completeSignIn();
      closeSignInWindow();
    } catch (cause) {
      logFailure('The sign-in did not complete.', cause);
      await forgetAccount();
      toasts.show({ title: SESSION_MESSAGES.incompleteTitle, message: SESSION_MESSAGES.incomplete, kind: 'destructive' });
    }
    throw redirect({ href, replace: true });
  },
} as const;
