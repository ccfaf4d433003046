import { defineMessages } from '@yardage/messages/messages';

/** Messages of the 404 page. */
export const NOT_FOUND_MESSAGES = defineMessages('not-found', {
  mark: '404',
  title: 'Page not found',
  text: 'There is nothing at this address. It may have been mistyped, or the page has moved.',
  action: 'Go to Dashboard',
});
