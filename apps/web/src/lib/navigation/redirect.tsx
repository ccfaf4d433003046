import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Redirects for as long as it is shown. The router's `Navigate` redirects once: a navigation in the same moment replaces it, and if that ends
 * at a page that redirects as well, nothing would be shown. While another navigation is under way it waits, so that a click wins.
 */
export function Redirect({ to }: { to: '/unauthorized' | '/desk/registrations' | '/invoices' }) {
  const router = useRouter();
  const settledAt = useRouterState({ select: ({ isLoading, resolvedLocation }) => (isLoading ? undefined : resolvedLocation) });
  useEffect(() => {
    if (settledAt) void router.navigate({ to, replace: true });
  }, [router, settledAt, to]);
  return null;
}
