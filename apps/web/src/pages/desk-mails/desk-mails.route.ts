import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readDeskMailsSearch } from './desk-mails-search.ts';

/** `/desk/mail`: mails that were sent, wait or failed (STF-06). */
export const deskMailsRoute = {
  path: '/desk/mail' as const,
  component: lazyPage(() => import('./desk-mails-page.tsx'), 'DeskMailsPage', 'desk'),
  ...inAddress(readDeskMailsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.deskMails.title,
      access: { desk: 'mail' as const },
      menu: { icon: 'mail' as const, group: 'system' as const },
    },
  },
};
