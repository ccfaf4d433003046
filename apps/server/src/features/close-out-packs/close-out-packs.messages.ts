import { defineMessages, text } from '@yardage/messages/messages';

/** Answers about close-out packs. */
export const PACK_MESSAGES = defineMessages('server.close-out-packs', {
  jobNeeded: 'Choose a job.',
  monthNeeded: 'Choose a month.',
  empty: 'There are no tickets or invoices in it.',
  tooMany: text('A pack holds {limit} documents at most, and this one would have {count}. Choose a month instead.', 'limit', 'count'),
  busy: 'Three packs are being made for you. Wait for one of them, or cancel one.',
  isOver: 'The pack is not being made any more.',
  notFailed: 'Only a pack that failed can be tried again.',
  notDone: 'The pack is not ready yet.',
});

/** The texts of the files in a pack. */
export const PACK_FILES = defineMessages('server.close-out-files', {
  title: 'Close-out pack',
  month: 'Month',
  madeBy: 'Made by',
  madeOn: text('Made on ({timeZone})', 'timeZone'),
  tickets: 'Tickets',
  ticketCount: text('{count, plural, one {# ticket} other {# tickets}}', 'count'),
  cancelledCount: text('{count} cancelled', 'count'),
  invoiceCount: text('{count, plural, one {# invoice} other {# invoices}}', 'count'),
  voidCount: text('{count} void', 'count'),
  delivered: 'Quantities by product',
  nothingDelivered: 'No load was delivered.',
  loads: 'Loads',
  total: 'Invoiced',
  settled: 'Paid, credited or discounted',
  note: 'Cancelled tickets and void invoices are in the pack and in no sum. The index lists every file.',
  index: {
    file: 'file',
    type: 'type',
    number: 'number',
    date: 'date',
    status: 'status',
    job: 'job',
    jobNumber: 'job number',
    order: 'order',
    poNumber: 'PO number',
    invoice: 'invoice',
    product: 'product',
    quantity: 'quantity',
    unit: 'unit',
    amount: 'amount',
    open: 'open',
  },
  types: { ticket: 'Ticket', invoice: 'Invoice', 'sign-off': 'Sign-off' },
  cancelled: 'Cancelled',
});
