import { lazy, Suspense } from 'react';
import { PageSkeleton } from '#web/patterns/skeleton.tsx';

// What a page imports directly is listed in the script of the landing page. Few open this one, so it lists little.
const Alerts = lazy(() => import('./alerts.tsx').then(({ Alerts }) => ({ default: Alerts })));

/** The page of alerts. */
export function AlertsPage() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Alerts />
    </Suspense>
  );
}
