import { lazyRouteComponent } from '@tanstack/react-router';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { readDeskMailsSearch } from './desk-mails-search.ts';

/** `/desk/mail`: mails that were sent, wait or failed (STF-06). */
export const deskMailsRoute = {
  path: '/desk/mail' as const,
  component: lazyRouteComponent(() => import('./desk-mails-page.tsx'), 'DeskMailsPage'),
  ...inAddress(readDeskMailsSearch),
  staticData: {
    page: {
      title: 'Mail',
      access: { desk: 'mail' as const },
      menu: { icon: 'mail' as const, group: 'system' as const, summary: 'What was sent, waits or failed' },
    },
  },
};
