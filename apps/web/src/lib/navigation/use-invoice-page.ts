import { useMemo } from 'react';
import { usePortalPage } from './use-portal-page.ts';

/** Links to an invoice from other pages. */
export interface InvoicePage {
  href: (documentNumber: string, orderId?: number) => string;
  open: (documentNumber: string, orderId?: number) => void;
}

/** Uses the list of all invoices, because a paid invoice is not in the list of unpaid ones. */
function pathOf(documentNumber: string, orderId?: number): string {
  const order = orderId === undefined ? '' : `&order=${orderId}`;
  return `/invoices?status=All&invoice=${encodeURIComponent(documentNumber)}${order}`;
}

/** Returns functions that link to an invoice or open it. */
export function useInvoicePage(): InvoicePage {
  const page = usePortalPage();
  return useMemo(
    () => ({ href: (...invoice) => page.href(pathOf(...invoice)), open: (...invoice) => page.open(pathOf(...invoice)) }),
    [page],
  );
}
