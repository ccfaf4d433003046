import type { InvoiceTotal, listDifferences, putControlTotals, TicketTotal } from '@yardage/contract/control-totals';
import type { Answer, Input } from '@yardage/contract/endpoint';
import type { Database } from '#server/database/database';
import { assertDataSource, type ServiceCaller } from '#server/http/service-keys';
import { compareTotals, type SentTotal } from './compare-totals.ts';
import * as queries from './differences.queries.ts';

/** Compares the supplier's control totals with ours (FED-12). */
export function reconciliationService(database: Database) {
  const list = async (filter: queries.DifferenceFilter, allowed: readonly string[] | null): Promise<Answer<typeof listDifferences>> => {
    const { total, items } = await queries.listDifferenceRows(database, filter, allowed);
    const next = items.length < filter.limit ? null : (items.at(-1)?.id ?? null);
    return { total, next, items: items.map(({ id: _, ...item }) => item) };
  };
  return {
    async compare(totals: Input<typeof putControlTotals>['body'], caller: ServiceCaller): Promise<Answer<typeof putControlTotals>> {
      const { dataSource } = totals;
      assertDataSource(caller, dataSource);
      const invoices = newest(totals.openInvoices.map(invoiceTotal));
      const tickets = newest(totals.tickets.map(ticketTotal));
      const differences = await database.transaction('system', async (transaction) => {
        const customers = invoices.map(({ subject }) => subject);
        const open = compareTotals(invoices, await queries.findOpenInvoices(transaction, dataSource, customers), 'amount');
        await queries.replaceDifferences(transaction, dataSource, 'open-invoices', customers, open);
        const days = tickets.map(({ subject }) => subject);
        const delivered = compareTotals(tickets, await queries.findTickets(transaction, dataSource, days), 'quantity');
        await queries.replaceDifferences(transaction, dataSource, 'tickets', days, delivered);
        return open.length + delivered.length;
      });
      return { compared: invoices.length + tickets.length, differences };
    },

    differences: (filter: queries.DifferenceFilter, { dataSources }: ServiceCaller) => list(filter, dataSources),
    allDifferences: (filter: queries.DifferenceFilter) => list(filter, null),
  };
}

const invoiceTotal = ({ customerKey, count, amount, invoices }: InvoiceTotal): SentTotal => ({
  subject: customerKey,
  count,
  sum: amount,
  records: invoices && new Map(invoices.map(({ key, open }) => [key, open])),
});

const ticketTotal = ({ day, count, quantity, tickets }: TicketTotal): SentTotal => ({
  subject: day,
  count,
  sum: quantity,
  records: tickets && new Map(tickets.map((ticket) => [ticket.key, ticket.quantity])),
});

/** Of two totals about the same, the last counts. */
const newest = (totals: readonly SentTotal[]): SentTotal[] => [...new Map(totals.map((total) => [total.subject, total])).values()];
