import { listAnnouncements } from '@yardage/contract/dashboard';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { DASHBOARD_CARD_MESSAGES as MESSAGES } from '../dashboard.messages.ts';

/** The announcements valid today, newest first (DSH-03). */
export function announcementsQuery(customer: CustomerKey) {
  return endpointQuery(listAnnouncements, ofCustomer(customer), { failureText: MESSAGES.announcementsFailed });
}
