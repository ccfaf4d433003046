import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PageSkeleton } from '#web/patterns/skeleton.tsx';

// The landing page's script lists what a page imports directly. Few users open this page, so its content is imported dynamically.
const TicketSign = lazy(() => import('./ticket-sign.tsx').then(({ TicketSign }) => ({ default: TicketSign })));

/** The page to sign for a load. */
export function TicketSignPage() {
  const { ticket } = useSearch({ from: '/shell/tickets/sign' });
  return (
    <Suspense fallback={<PageSkeleton />}>
      <TicketSign ticketId={ticket} />
    </Suspense>
  );
}
