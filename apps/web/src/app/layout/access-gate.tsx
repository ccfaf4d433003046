import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { Fragment, lazy, Suspense } from 'react';
import { AccessNotice } from '#web/features/account/components/access-notice.tsx';
import { useAccess } from '#web/lib/access/access.ts';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { isDeskAccess, mayOpen } from '#web/lib/navigation/use-menu.ts';
import { PageSkeleton } from '#web/patterns/page-skeleton.tsx';

/** Rarely needed, so it is loaded on demand. */
const AccessRefused = lazy(() => import('./access-refused.tsx').then(({ AccessRefused }) => ({ default: AccessRefused })));

// Constants, because a new `Navigate` element would redirect again, even if the user has clicked elsewhere since.
const TO_THE_DESK = <Navigate to="/desk/registrations" replace />;
const TO_UNAUTHORIZED = <Navigate to="/unauthorized" replace />;

/** Shows the page to users who may open it, and redirects all others to /unauthorized (SHL-03). */
export function AccessGate() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page ?? null });
  const access = useAccess();
  const customer = useCustomers().selected?.globalCustomerNumber;
  const { status, staffRole } = access;
  if (!page) return null;
  const isDesk = isDeskAccess(page.access);
  if (status === 'refused' && page.access !== 'public' && !(isDesk && staffRole)) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <AccessRefused />
      </Suspense>
    );
  }
  // Staff without customer numbers see only the desk (PER-13).
  if (status === 'no-customer-numbers' && staffRole && !isDesk) return TO_THE_DESK;
  if (typeof page.access === 'string' && !isDesk) return <Outlet />;
  if (status === 'loading') return <PageSkeleton />;
  if (isDesk && staffRole) return mayOpen(page, access) ? <Outlet /> : TO_UNAUTHORIZED;
  if (status !== 'ready') return <AccessNotice />;
  if (!mayOpen(page, access)) return TO_UNAUTHORIZED;
  // The key discards what a page keeps of one customer, for example typed text, if Back leads to the same page of another one.
  return (
    <Fragment key={customer}>
      <Outlet />
    </Fragment>
  );
}
