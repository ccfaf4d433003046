import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the page behind a link to a pour board. */
export const SHARE_PAGE_MESSAGES = defineMessages('share-page', {
  page: 'Pour board',
  title: text('Order {orderNumber}', 'orderNumber'),
  loading: 'Loading the pour board …',
  gone: 'This link does not work, or no longer.',
  goneHint: 'Ask the person who sent it to you for a new one.',
  offline: text('No connection. Last update {time}; trying again.', 'time'),
  failed: 'The pour board could not be loaded. Trying again.',
  live: 'Live',
  stale: text('Data as of {time}', 'time'),
  trucks: 'Trucks on the road',
  distance: text('{miles} mi away', 'miles'),
  oldPosition: text('position {minutes} min old', 'minutes'),
  until: text('This link is valid until {time}.', 'time'),
  times: text('Times in {zone}', 'zone'),
});
