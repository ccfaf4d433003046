import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the page behind a link to the board of an order. */
export const SHARE_PAGE_MESSAGES = defineMessages('share-page', {
  page: 'Delivery status',
  title: text('Order {orderNumber}', 'orderNumber'),
  loading: 'Loading …',
  stillLoading: 'Still loading. The server takes longer than usual.',
  gone: 'This link is not valid or has expired.',
  goneHint: 'Ask the person who sent it to you for a new one.',
  late: {
    offline: text('No connection. Last update {time}; trying again.', 'time'),
    busy: text('The server is busy. Last update {time}; trying again.', 'time'),
    failed: text('The board could not be updated. Last update {time}; trying again.', 'time'),
  },
  failed: 'The board could not be loaded. Trying again.',
  live: 'Live',
  stale: text('Data as of {time}', 'time'),
  trucks: 'Trucks on the road',
  distance: text('{miles} mi away', 'miles'),
  oldPosition: text('position {minutes} min old', 'minutes'),
  until: text('This link is valid until {time}.', 'time'),
  times: text('Times in {zone}', 'zone'),
});
