import { defineMessages } from '@yardage/messages/messages';

/** UI text of the general error rules and of toasts. */
export const ERROR_MESSAGES = defineMessages('error', {
  errorTitle: 'Error',
  readOnlyTitle: 'Read only',
  general: 'An error occurred. Please try again.',
  unknown: 'An unknown error occurred',
  validationTitle: 'Validation Error',
  networkTitle: 'Network Error',
  network: 'A network error occurred. Please check your connection.',
  unansweredTitle: 'No Answer',
  unanswered: 'The server did not answer in time. What you sent may have arrived. You can send it again; it will not be done twice.',
  unansweredOnce: 'The server did not answer in time. It may have been done all the same. Check that before you send it again.',
  sessionExpiredTitle: 'Session Expired',
  sessionExpired: 'Redirecting to login.',
  pageCrashTitle: 'something went wrong !',
  pageCrash: 'There was an error in loading this page.',
  pageOffline: 'This page needs a connection.',
  retry: 'Retry',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
});
