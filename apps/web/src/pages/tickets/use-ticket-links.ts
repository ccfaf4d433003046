import { PERMISSIONS } from '@yardage/contract/permissions';
import { useMemo } from 'react';
import type { InvoicedTicket, TicketLinks } from '#web/features/tickets/components/ticket-links.tsx';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useInvoicePage } from '#web/lib/navigation/use-invoice-page.ts';
import type { useTicketsSearch } from './use-tickets-search.ts';

/** Returns the URL parameters that open the invoice's PDF over the tickets. */
const invoiceDocument = ({ id, orderId, invoiceDocumentNumber }: InvoicedTicket) => ({
  invoice: invoiceDocumentNumber,
  invoiceTicket: id,
  invoiceOrder: orderId,
});

/** Returns the links to a ticket's order and invoice, null without the permission (TKT-09, TKT-10). */
export function useTicketLinks({ open, hrefOf }: Pick<ReturnType<typeof useTicketsSearch>, 'open' | 'hrefOf'>): TicketLinks {
  const canViewOrder = useHoldsAny([PERMISSIONS.ORDERS_VIEW]);
  const canViewInvoice = useHoldsAny([PERMISSIONS.INVOICES_VIEW]);
  const page = useInvoicePage();
  const canViewInvoicePdf = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  return useMemo(() => {
    // The link opens the PDF, or the invoices page for users without the permission for PDFs.
    const invoice = canViewInvoicePdf
      ? {
          href: (ticket: InvoicedTicket) => hrefOf(invoiceDocument(ticket)),
          open: (ticket: InvoicedTicket) => open(invoiceDocument(ticket)),
        }
      : {
          href: ({ invoiceDocumentNumber, orderId }: InvoicedTicket) => page.href(invoiceDocumentNumber, orderId),
          open: ({ invoiceDocumentNumber, orderId }: InvoicedTicket) => page.open(invoiceDocumentNumber, orderId),
        };
    return {
      openDetails: (details) => open({ details }),
      order: canViewOrder ? { href: (order) => hrefOf({ order }), open: (order) => open({ order }) } : null,
      invoice: canViewInvoice ? invoice : null,
    };
  }, [open, hrefOf, page, canViewOrder, canViewInvoice, canViewInvoicePdf]);
}
