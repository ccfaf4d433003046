import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/desk/import`: the supplier's files, for staff to import. */
export const deskImportRoute = {
  path: '/desk/import' as const,
  component: lazyPage(() => import('./desk-import-page.tsx'), 'DeskImportPage', 'desk'),
  ...inAddress(searchParams({ import: recordId() })),
  staticData: {
    page: {
      title: () => MESSAGES.deskImport.title,
      access: { desk: 'imports' as const },
      menu: { icon: 'document' as const, group: 'system' as const },
    },
  },
};
