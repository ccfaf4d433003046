import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { AccessNotice } from '#web/features/account/components/access-notice.tsx';
import { useAccess } from '#web/lib/access/access.ts';
import { mayOpen } from '#web/lib/navigation/use-menu.ts';
import { PageSkeleton } from '#web/patterns/page-skeleton.tsx';

/** Shows the page to those who may open it, and leads everyone else to /unauthorized (SHL-03). */
export function AccessGate() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page ?? null });
  const { status, permissions } = useAccess();
  if (!page) return null;
  if (typeof page.access === 'string') return <Outlet />;
  if (status === 'loading') return <PageSkeleton />;
  if (status !== 'ready') return <AccessNotice />;
  return mayOpen(page, permissions) ? <Outlet /> : <Navigate to="/unauthorized" replace />;
}
