import { defineMessages, text } from '@yardage/messages/messages';

/** Messages about several tickets at once, and texts in the files with them. */
export const TICKETS_MESSAGES = defineMessages('server.tickets', {
  notFound: 'One of the tickets was not found.',
  noInvoices: 'None of the selected tickets has an invoice yet.',
  files: { tickets: 'Tickets', invoices: 'Invoices', both: 'Tickets and invoices' },
  ticket: text('Ticket {number}', 'number'),
  order: text('Order {number}', 'number'),
});
