import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

const MAX_JOB_LENGTH = 200;
const MONTH_LENGTH = 7;

/** Reads what the page that leads here suggests: a job or a month. */
const readPacksSearch = searchParams({ job: text(MAX_JOB_LENGTH), month: text(MONTH_LENGTH) });

/** `/close-out-packs`: packs of a job or a month (APY-10). */
export const closeOutPacksRoute = {
  path: '/close-out-packs' as const,
  component: lazyPage(() => import('./close-out-packs-page.tsx'), 'CloseOutPacksPage'),
  ...inAddress(readPacksSearch),
  staticData: {
    page: {
      title: () => MESSAGES.closeOutPacks.title,
      access: [PERMISSIONS.DOCUMENTS_CLOSE_OUT] as const,
      menu: { icon: 'document' as const },
    },
  },
};
