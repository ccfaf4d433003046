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
      const { dataSource, isComplete } = totals;
      assertDataSource(caller, dataSource);
      const sent = newest(totals.openInvoices.map(invoiceTotal));
      const tickets = newest(totals.tickets.map(ticketTotal));
      return database.transaction('system', async (transaction) => {
        const customers = isComplete ? null : sent.map(({ subject }) => subject);
        const ours = await queries.findOpenInvoices(transaction, dataSource, customers);
        // Totals are complete: a customer who is not among them has nothing open. The last total of a customer counts, so these go first.
        const invoices = isComplete ? newest([...ours.map(({ subject }) => nothingOpen(subject)), ...sent]) : sent;
        const open = compareTotals(invoices, ours, 'amount');
        await queries.replaceDifferences(transaction, dataSource, 'open-invoices', customers, open);
        const days = tickets.map(({ subject }) => subject);
        const delivered = compareTotals(tickets, await queries.findTickets(transaction, dataSource, days), 'quantity');
        await queries.replaceDifferences(transaction, dataSource, 'tickets', days, delivered);
        return { compared: invoices.length + tickets.length, differences: open.length + delivered.length };
      });
    },

    differences: (filter: queries.DifferenceFilter, { dataSources }: ServiceCaller) => list(filter, dataSources),
    allDifferences: (filter: queries.DifferenceFilter) => list(filter, null),
  };
}

const nothingOpen = (subject: string): SentTotal => ({ subject, count: 0, sum: 0, records: new Map() });

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
