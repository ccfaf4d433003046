/** Sentences of the general error rules. */
export const ERROR_MESSAGES = {
  errorTitle: 'Error',
  general: 'An error occurred. Please try again.',
  unknown: 'An unknown error occurred',
  validationTitle: 'Validation Error',
  networkTitle: 'Network Error',
  network: 'A network error occurred. Please check your connection.',
  sessionExpiredTitle: 'Session Expired',
  sessionExpired: 'Redirecting to login.',
  pageCrashTitle: 'something went wrong !',
  pageCrash: 'There was an error in loading this page.',
  retry: 'Retry',
} as const;
