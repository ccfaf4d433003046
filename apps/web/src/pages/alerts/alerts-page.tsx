import { lazy, Suspense } from 'react';
import { PageSkeleton } from '#web/patterns/skeleton.tsx';

// The landing page's script lists what a page imports directly. Few users open this page, so its content is imported dynamically.
const Alerts = lazy(() => import('./alerts.tsx').then(({ Alerts }) => ({ default: Alerts })));

/** The page of alerts. */
export function AlertsPage() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Alerts />
    </Suspense>
  );
}
