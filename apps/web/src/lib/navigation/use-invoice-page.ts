import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

/** The way to an invoice from elsewhere. */
export interface InvoicePage {
  href: (documentNumber: string, orderId?: number) => string;
  open: (documentNumber: string, orderId?: number) => void;
}

/** Beside the list of all: a paid invoice is not among the unpaid ones. */
function hrefOf(documentNumber: string, orderId?: number): string {
  const order = orderId === undefined ? '' : `&order=${orderId}`;
  return `/invoices?status=All&invoice=${encodeURIComponent(documentNumber)}${order}`;
}

/** The way to an invoice's own page. */
export function useInvoicePage(): InvoicePage {
  const { history } = useRouter();
  return useMemo(() => ({ href: hrefOf, open: (...invoice) => history.push(hrefOf(...invoice)) }), [history]);
}
