import type { TicketDetail } from '@yardage/contract/tickets';
import { dayAt } from '@yardage/domain/dates';
import { TICKET_STATUSES } from '@yardage/domain/names.messages';
import type { TicketStatusId } from '@yardage/domain/tickets';
import type { Database } from '#server/database/database';
import type { DocumentDefinition } from '#server/documents/document-definition';
import { invoiceDocument } from '#server/features/invoices/invoices.document';
import { findInvoicesForDocument } from '#server/features/invoices/invoices.queries';
import { ticketDocument } from '#server/features/tickets/tickets.document';
import { findTicketsForDocument } from '#server/features/tickets/tickets.queries';
import { PACK_FILES } from './close-out-packs.messages.ts';
import { findDocumentNumbers, type ItemKind, type PackRun } from './pack-run.queries.ts';

/** What the index says about a record. Amounts are in dollars. */
export interface PackFacts {
  number: string;
  date: string;
  status: string;
  job: string | null;
  jobNumber?: string | null;
  order: string | null;
  poNumber: string | null;
  invoice?: string | null;
  product?: string;
  quantity?: number;
  unit?: string;
  amount?: number | null;
  open?: number;
  /** The record counts in no sum. */
  isCancelled?: boolean;
  isVoid?: boolean;
  products?: { code: string; description: string; quantity: number; unit: string }[];
}

/** A record as it goes into a pack. */
export interface PackedRecord {
  id: number;
  document: DocumentDefinition;
  facts: PackFacts;
}

/** Reads records of one kind, as the maker of the pack sees them. Those that are gone are left out. */
type PackSource = (database: Database, pack: PackRun, ids: readonly number[]) => Promise<PackedRecord[]>;

const tickets: PackSource = async (database, pack, ids) => {
  const found = await findTicketsForDocument<TicketDetail>(database, pack, ids, pack.withAmounts);
  return found.map(({ timeZone, ...ticket }) => ({
    id: ticket.id,
    document: ticketDocument(ticket, timeZone),
    facts: {
      number: ticket.ticketNumber,
      date: dayAt(ticket.ticketDateTime, timeZone),
      status: ticket.isCancelled ? PACK_FILES.cancelled : (TICKET_STATUSES[ticket.statusId as TicketStatusId] ?? ''),
      job: ticket.job,
      jobNumber: ticket.jobNumber,
      order: ticket.orderNumber,
      poNumber: ticket.ponumber,
      invoice: ticket.invoiceDocumentNumber,
      product: ticket.ticketProducts.map(({ productCode }) => productCode).join(' '),
      quantity: ticket.totalQuantity,
      unit: ticket.unitOfMeasure,
      amount: ticket.total,
      isCancelled: ticket.isCancelled,
      products: ticket.ticketProducts.map((line) => ({
        code: line.productCode,
        description: line.productDescription,
        quantity: line.quantity,
        unit: line.unitOfMeasure,
      })),
    },
  }));
};

const invoices: PackSource = async (database, pack, ids) => {
  const idOf = await findDocumentNumbers(database, pack, ids);
  const found = await findInvoicesForDocument(database, pack, [...idOf.keys()]);
  return found.map((invoice) => {
    const document = invoiceDocument(invoice);
    return {
      id: idOf.get(invoice.documentNumber) ?? 0,
      document,
      facts: {
        number: invoice.documentNumber,
        date: invoice.documentDate,
        status: document.status ?? '',
        job: invoice.job,
        order: invoice.orderNumber,
        poNumber: invoice.poNumber,
        amount: invoice.totalCents / 100,
        open: invoice.openCents / 100,
        isVoid: invoice.voidedOn !== null,
      },
    };
  });
};

/** How each kind of record is read. Sign-offs get their line here and in `selections` once there are any. */
export const PACK_SOURCES: Readonly<Partial<Record<ItemKind, PackSource>>> = { ticket: tickets, invoice: invoices };
