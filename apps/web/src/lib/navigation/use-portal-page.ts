import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

/** Links to pages of the portal that are given as text. */
export interface PortalPage {
  /** Returns the full address, which includes the selected customer. */
  href: (path: string) => string;
  open: (path: string) => void;
}

/** Splits a path of the portal into what the router needs. The router then adds the customer to it. */
function placeOf(router: AnyRouter, path: string) {
  const { pathname, search, hash } = new URL(path, window.location.origin);
  return { to: pathname, search: router.options.parseSearch(search) as never, hash: hash.slice(1) };
}

/** Returns functions that link to a page of the portal or open it. */
export function usePortalPage(): PortalPage {
  const router = useRouter();
  return useMemo(() => {
    const href = (path: string): string => router.buildLocation(placeOf(router, path)).href;
    // By its text, because `navigate` would write a number that is text, such as an invoice's, in quotes.
    return { href, open: (path) => router.history.push(href(path)) };
  }, [router]);
}
