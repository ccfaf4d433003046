import { lazyRouteComponent } from '@tanstack/react-router';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { readDeskAuditSearch } from './desk-audit-search.ts';

/** `/desk/audit-log`: who did what (STF-08). */
export const deskAuditRoute = {
  path: '/desk/audit-log' as const,
  component: lazyRouteComponent(() => import('./desk-audit-page.tsx'), 'DeskAuditPage'),
  ...inAddress(readDeskAuditSearch),
  staticData: {
    page: {
      title: 'Audit log',
      access: { desk: 'audit-log' as const },
      menu: { icon: 'list' as const, group: 'system' as const, summary: 'Who did what, and when' },
    },
  },
};
