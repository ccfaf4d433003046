import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useMemo } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';

/** Links to the pages of records, by what names a record. */
interface RecordLink<Id> {
  /** Returns the full address, which includes the selected customer. */
  href: (id: Id) => string;
  open: (id: Id) => void;
}

/** Splits a path of the portal into what the router needs. The router then adds the customer to it. */
function placeOf(router: AnyRouter, path: string) {
  const { pathname, search, hash } = new URL(path, window.location.origin);
  return { to: pathname, search: router.options.parseSearch(search) as never, hash: hash.slice(1) };
}

/** Returns functions that link to a page of the portal, given as a path, or open it. */
export function usePortalLink(): RecordLink<string> {
  const router = useRouter();
  return useMemo(() => {
    const href = (path: string): string => router.buildLocation(placeOf(router, path)).href;
    // By its text, because `navigate` would write a number that is text, such as an invoice's, in quotes.
    return { href, open: (path) => router.history.push(href(path)) };
  }, [router]);
}

/** Links to an invoice from other pages, with the order that it was reached from. */
interface InvoiceLink extends RecordLink<string> {
  href: (documentNumber: string, orderId?: number) => string;
  open: (documentNumber: string, orderId?: number) => void;
}

/** Uses the list of all invoices, because a paid invoice is not in the list of unpaid ones. */
function pathOf(documentNumber: string, orderId?: number): string {
  const order = orderId === undefined ? '' : `&order=${orderId}`;
  return `/invoices?status=All&invoice=${encodeURIComponent(documentNumber)}${order}`;
}

/** Returns functions that link to an invoice or open it. */
export function useInvoiceLink(): InvoiceLink {
  const page = usePortalLink();
  return useMemo(
    () => ({ href: (...invoice) => page.href(pathOf(...invoice)), open: (...invoice) => page.open(pathOf(...invoice)) }),
    [page],
  );
}

/** Returns functions that link to a credit memo or open it. */
export function useCreditLink(): RecordLink<string> {
  const page = usePortalLink();
  return useMemo(() => {
    const creditPath = (documentNumber: string): string => `/credits?credit=${encodeURIComponent(documentNumber)}`;
    return { href: (number) => page.href(creditPath(number)), open: (number) => page.open(creditPath(number)) };
  }, [page]);
}

/** Returns functions that link to a ticket's details or open them. */
export function useTicketLink(): RecordLink<number> {
  const router = useRouter();
  return useMemo(() => {
    const pageOf = (ticketId: number) => ({ to: '/tickets', search: { details: ticketId } as never });
    return {
      href: (ticketId) => router.buildLocation(pageOf(ticketId)).href,
      open: (ticketId) => void router.navigate(pageOf(ticketId)),
    };
  }, [router]);
}

/** Returns a function that opens the page to sign for a load, or null if the user may not sign (SGN-01). */
export function useSignPage(): ((ticketId: number) => void) | null {
  const router = useRouter();
  const canSign = useHoldsAny([PERMISSIONS.TICKETS_SIGN]);
  return useMemo(() => (canSign ? (ticket) => void router.navigate({ to: '/tickets/sign', search: { ticket } }) : null), [router, canSign]);
}

/** Links to the truck that carries a ticket's load, by the ticket's id. Null if the user may not track trucks (TKT-07). */
export function useTruckLink(): RecordLink<number> | null {
  const router = useRouter();
  const canTrack = useHoldsAny([PERMISSIONS.TRUCK_TRACKING_VIEW]);
  return useMemo(() => {
    if (!canTrack) return null;
    const pageOf = (ticket: number) => ({ to: '/truck-tracking', search: { ticket } }) as const;
    return {
      href: (ticketId) => router.buildLocation(pageOf(ticketId)).href,
      open: (ticketId) => void router.navigate(pageOf(ticketId)),
    };
  }, [router, canTrack]);
}
