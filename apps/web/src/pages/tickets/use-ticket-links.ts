import { PERMISSIONS } from '@yardage/contract/permissions';
import { useMemo } from 'react';
import type { TicketLinks } from '#web/features/tickets/components/ticket-links.tsx';
import { useHoldsAny } from '#web/lib/access/access.ts';
import type { useTicketsSearch } from './use-tickets-search.ts';

/** Where a ticket's order and invoice open, for those who may see them (TKT-09, TKT-10). */
export function useTicketLinks({ open, hrefOf }: Pick<ReturnType<typeof useTicketsSearch>, 'open' | 'hrefOf'>): TicketLinks {
  const canViewOrder = useHoldsAny([PERMISSIONS.ORDERS_VIEW]);
  const canViewInvoice = useHoldsAny([PERMISSIONS.INVOICES_VIEW]);
  // What the link opens is the document; without the right to it there would be nothing behind the link.
  const canViewInvoicePdf = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  return useMemo(
    () => ({
      openDetails: (details) => open({ details }),
      order: canViewOrder ? { href: (order) => hrefOf({ order }), open: (order) => open({ order }) } : null,
      invoice:
        canViewInvoice && canViewInvoicePdf ? { href: (invoice) => hrefOf({ invoice }), open: (invoice) => open({ invoice }) } : null,
    }),
    [open, hrefOf, canViewOrder, canViewInvoice, canViewInvoicePdf],
  );
}
