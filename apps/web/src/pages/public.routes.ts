import { redirect } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { logFailure } from '#web/lib/log.ts';
import { SESSION_MESSAGES } from '#web/lib/session/session.messages.ts';
import { completeSignIn, forgetAccount } from '#web/lib/session/session.ts';
import { closeSignInWindow } from '#web/lib/session/sign-in-window.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { PAGES_MESSAGES as MESSAGES } from './pages.messages.ts';

/** `/`: the landing page with brand and sign-in. */
export const landingRoute = {
  path: '/',
  component: lazyPage(() => import('./landing/landing-page.tsx'), 'LandingPage', 'start'),
  staticData: { page: { title: () => '', access: 'public' } },
} as const;

/** `/login`: starts the sign-in immediately (SHL-08). */
export const loginRoute = {
  path: '/login',
  component: lazyPage(() => import('./login/login-page.tsx'), 'LoginPage', 'start'),
  staticData: { page: { title: () => MESSAGES.login.title, access: 'public' } },
} as const;

/** `/account-registration`: the public form. Signed-in users are redirected to the dashboard. */
export const accountRegistrationRoute = {
  path: '/account-registration',
  component: lazyPage(() => import('./account-registration/account-registration-page.tsx'), 'AccountRegistrationPage'),
  staticData: { page: { title: () => MESSAGES.accountRegistration.title, access: 'public' } },
} as const;

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

/** `/registration-success`: thanks the user and links to the sign-in (REG-22). */
export const registrationSuccessRoute = {
  path: '/registration-success',
  component: lazyPage(() => import('./registration-success/registration-success-page.tsx'), 'RegistrationSuccessPage'),
  staticData: { page: { title: () => MESSAGES.registrationSuccess.title, access: 'public' } },
} as const;

/** `/unauthorized`: shown if the user lacks the permission for a page (SHL-03). */
export const unauthorizedRoute = {
  path: '/unauthorized',
  component: lazyPage(() => import('./unauthorized/unauthorized-page.tsx'), 'UnauthorizedPage'),
  staticData: { page: { title: () => MESSAGES.unauthorized.title, access: 'public' } },
} as const;
