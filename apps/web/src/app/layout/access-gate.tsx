import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AccessNotice } from '#web/features/account/components/access-notice.tsx';
import { useAccess } from '#web/lib/access/access.ts';
import { mayOpen } from '#web/lib/navigation/use-menu.ts';
import { PageSkeleton } from '#web/patterns/page-skeleton.tsx';

/** Rarely needed, so it is loaded on demand. */
const AccessWithdrawn = lazy(() => import('./access-withdrawn.tsx').then(({ AccessWithdrawn }) => ({ default: AccessWithdrawn })));

// Constants, because a new `Navigate` element would redirect again, even if the user has clicked elsewhere since.
const TO_THE_DESK = <Navigate to="/desk/registrations" replace />;
const TO_UNAUTHORIZED = <Navigate to="/unauthorized" replace />;

/** Shows the page to users who may open it, and redirects all others to /unauthorized (SHL-03). */
export function AccessGate() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page ?? null });
  const access = useAccess();
  const { status, isStaff } = access;
  if (!page) return null;
  const isDesk = page.access === 'staff';
  if (status === 'withdrawn' && page.access !== 'public' && !(isDesk && isStaff)) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <AccessWithdrawn />
      </Suspense>
    );
  }
  // Staff without customer numbers see only the desk (PER-13).
  if (status === 'no-customer-numbers' && isStaff && !isDesk) return TO_THE_DESK;
  if (typeof page.access === 'string' && !isDesk) return <Outlet />;
  if (status === 'loading') return <PageSkeleton />;
  if (isDesk && isStaff) return <Outlet />;
  if (status !== 'ready') return <AccessNotice />;
  return mayOpen(page, access) ? <Outlet /> : TO_UNAUTHORIZED;
}
