import { lazyRouteComponent } from '@tanstack/react-router';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { recordId, searchParams } from '#web/lib/navigation/search-params.ts';

/** `/desk/import`: the supplier's files, for staff to import. */
export const deskImportRoute = {
  path: '/desk/import' as const,
  component: lazyRouteComponent(() => import('./desk-import-page.tsx'), 'DeskImportPage'),
  ...inAddress(searchParams({ import: recordId() })),
  staticData: {
    page: {
      title: 'Import',
      access: { desk: 'imports' as const },
      menu: { icon: 'document' as const, group: 'system' as const, summary: "Files of the supplier's systems" },
    },
  },
};
