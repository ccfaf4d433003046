import type { Call } from '@yardage/contract/endpoint';
import { sendTicketsEmail } from '@yardage/contract/tickets';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** Request body of the 'Send Email' popover. */
export type TicketsMail = Call<typeof sendTicketsEmail>['body'];

/** Mails several tickets, their invoices or both as one PDF (TKT-23). */
export function mailTickets(customer: CustomerKey, body: TicketsMail) {
  return api.call(sendTicketsEmail, { ...ofCustomer(customer), body });
}
