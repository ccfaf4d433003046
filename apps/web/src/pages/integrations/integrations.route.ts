import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/integrations`: the keys and webhooks of a customer's own systems (EVT-05). */
export const integrationsRoute = {
  path: '/integrations' as const,
  component: lazyPage(() => import('./integrations-page.tsx'), 'IntegrationsPage'),
  staticData: {
    page: {
      title: () => MESSAGES.integrations.title,
      access: [PERMISSIONS.ACCOUNT_INTEGRATIONS] as const,
      menu: { icon: 'plug' as const, summary: () => MESSAGES.integrations.summary },
    },
  },
};
