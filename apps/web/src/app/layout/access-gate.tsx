import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AccessNotice } from '#web/features/account/components/access-notice.tsx';
import { useAccess } from '#web/lib/access/access.ts';
import { mayOpen } from '#web/lib/navigation/use-menu.ts';
import { PageSkeleton } from '#web/patterns/page-skeleton.tsx';

/** Rarely needed, so its script is not part of the frame. */
const AccessWithdrawn = lazy(() => import('./access-withdrawn.tsx').then(({ AccessWithdrawn }) => ({ default: AccessWithdrawn })));

// Made once: a `Navigate` that is made anew leads there again, over whatever the user has clicked meanwhile.
const TO_THE_DESK = <Navigate to="/desk/registrations" replace />;
const TO_UNAUTHORIZED = <Navigate to="/unauthorized" replace />;

/** Shows the page to those who may open it, and leads everyone else to /unauthorized (SHL-03). */
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
  // Staff without customer numbers of their own see only the desk (PER-13).
  if (status === 'no-customer-numbers' && isStaff && !isDesk) return TO_THE_DESK;
  if (typeof page.access === 'string' && !isDesk) return <Outlet />;
  if (status === 'loading') return <PageSkeleton />;
  if (isDesk && isStaff) return <Outlet />;
  if (status !== 'ready') return <AccessNotice />;
  return mayOpen(page, access) ? <Outlet /> : TO_UNAUTHORIZED;
}
