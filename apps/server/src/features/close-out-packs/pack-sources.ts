import type { TicketDetail } from '@yardage/contract/tickets';
import { dayAt } from '@yardage/domain/dates';
import { TICKET_STATUS_NAMES } from '@yardage/domain/names.messages';
import type { TicketStatusId } from '@yardage/domain/tickets';
import type { Database } from '#server/database/database';
import type { DocumentDefinition } from '#server/documents/document-definition';
import { findInvoicesForDocument } from '#server/features/invoices/invoice-document.queries';
import { invoiceDocument } from '#server/features/invoices/invoices.document';
import { readTicketPapers } from '#server/features/tickets/ticket-papers';
import { PACK_FILES } from './close-out-packs.messages.ts';
import { findInvoiceIdsByNumber, type ItemKind, type PackRun } from './pack-run.queries.ts';

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
  /** Who signed for the load or rejected it, which of the two, and when. */
  receivedBy?: string | null;
  receivedOn?: string | null;
  receipt?: string | null;
  amount?: number | null;
  open?: number;
  /** The record counts in no sum. */
  isCancelled?: boolean;
  isVoid?: boolean;
  isSigned?: boolean;
  isRejected?: boolean;
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
  // The papers have the signatures on them.
  const found = await readTicketPapers(database, pack, ids, pack.withAmounts);
  return found.map(({ ticket, timeZone, document }) => ({
    id: ticket.id,
    document,
    facts: {
      number: ticket.ticketNumber,
      date: dayAt(ticket.ticketDateTime, timeZone),
      status: ticket.isCancelled ? PACK_FILES.cancelled : (TICKET_STATUS_NAMES[ticket.statusId as TicketStatusId] ?? ''),
      job: ticket.job,
      jobNumber: ticket.jobNumber,
      order: ticket.orderNumber,
      poNumber: ticket.ponumber,
      invoice: ticket.invoiceDocumentNumber,
      product: ticket.ticketProducts.map(({ productCode }) => productCode).join(' '),
      quantity: ticket.totalQuantity,
      unit: ticket.unitOfMeasure,
      amount: ticket.total,
      ...receiptOf(ticket, timeZone),
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

/** What the last entry says: an entry that was corrected no longer counts. */
function receiptOf({ signOffs }: Pick<TicketDetail, 'signOffs'>, timeZone: string) {
  const last = signOffs.find(({ isCorrected }) => !isCorrected);
  if (!last) return {};
  return {
    receivedBy: last.receivedBy,
    receivedOn: dayAt(last.signedAt, timeZone),
    receipt: last.isRejected ? PACK_FILES.rejected : PACK_FILES.signed,
    isSigned: !last.isRejected,
    isRejected: last.isRejected,
  };
}

const invoices: PackSource = async (database, pack, ids) => {
  const idOf = await findInvoiceIdsByNumber(database, pack, ids);
  const found = await findInvoicesForDocument(database, pack, [...idOf.keys()], pack);
  return found.map((invoice) => {
    const document = invoiceDocument(invoice, pack);
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

/** How each kind of record is read. A further kind gets its line here and in `selections`. */
export const PACK_SOURCES: Readonly<Record<ItemKind, PackSource>> = { ticket: tickets, invoice: invoices };
