import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readDeskAuditSearch } from './desk-audit-search.ts';

/** `/desk/audit-log`: who did what (STF-08). */
export const deskAuditRoute = {
  path: '/desk/audit-log' as const,
  component: lazyPage(() => import('./desk-audit-page.tsx'), 'DeskAuditPage', 'desk'),
  ...inAddress(readDeskAuditSearch),
  staticData: {
    page: {
      title: () => MESSAGES.deskAudit.title,
      access: { desk: 'audit-log' as const },
      menu: { icon: 'list' as const, group: 'system' as const },
    },
  },
};
