import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PageSkeleton } from '#web/patterns/skeleton.tsx';

// What a page imports directly is listed in the script of the landing page. Few open this one, so it lists little.
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
