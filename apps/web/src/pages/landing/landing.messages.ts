import { defineMessages, text } from '@yardage/messages/messages';

/** Messages of the landing page. */
export const LANDING_MESSAGES = defineMessages('landing', {
  welcome: text('Welcome to {platformName}', 'platformName'),
  title: 'Sign in to your account',
  purpose: 'Orders, live deliveries, tickets, invoices and payments of your account, in one place.',
  signIn: 'Sign in',
  noAccount: 'No account yet?',
  register: 'Register',
  signedOut: 'You are signed out.',
  help: 'Need help signing in?',
  privacy: 'Privacy policy',
  video: 'Entry video',
  skipVideo: 'Skip',
});
