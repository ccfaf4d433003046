import { redirect } from '@tanstack/react-router';
import { logFailure } from '#web/lib/log.ts';
import { SESSION_MESSAGES } from '#web/lib/session/session.messages.ts';
import { completeSignIn, forgetAccount } from '#web/lib/session/session.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';

/** `/signed-in`: takes the provider's answer and goes on to where the user wanted, or back to the root without an account (SHL-21). */
export const signedInRoute = {
  path: '/signed-in',
  staticData: { page: { title: 'Sign in', access: 'public' } },
  beforeLoad: async (): Promise<never> => {
    let href = '/';
    try {
      href = await completeSignIn();
    } catch (cause) {
      logFailure('The sign-in did not complete.', cause);
      await forgetAccount();
      toasts.show({ title: SESSION_MESSAGES.incompleteTitle, message: SESSION_MESSAGES.incomplete, kind: 'destructive' });
    }
    throw redirect({ href, replace: true });
  },
} as const;
