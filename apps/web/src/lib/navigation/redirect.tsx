import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentCustomer } from '#web/lib/customer/customer-url.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The customer of the page that was redirected. The address of a page outside the layout has none. */
    customer?: string | undefined;
  }
}

/**
 * Redirects for as long as it is shown. The router's `Navigate` redirects once: a navigation in the same moment replaces it, and if that ends
 * at a page that redirects as well, nothing would be shown. While another navigation is under way it waits, so that a click wins.
 */
export function Redirect({ to }: { to: '/unauthorized' | '/desk/chats' | '/desk/payments' | '/invoices' }) {
  const router = useRouter();
  const settledAt = useRouterState({ select: ({ isLoading, resolvedLocation }) => (isLoading ? undefined : resolvedLocation) });
  useEffect(() => {
    if (settledAt) void router.navigate({ to, replace: true, state: { customer: currentCustomer()?.globalCustomerNumber } });
  }, [router, settledAt, to]);
  return null;
}
