import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';

/** `/integrations`: the keys and webhooks of a customer's own systems (EVT-05). */
export const integrationsRoute = {
  path: '/integrations' as const,
  component: lazyRouteComponent(() => import('./integrations-page.tsx'), 'IntegrationsPage'),
  staticData: {
    page: {
      title: 'Integrations',
      access: [PERMISSIONS.ACCOUNT_INTEGRATIONS] as const,
      menu: { icon: 'plug' as const, summary: 'Keys and webhooks for your own systems' },
    },
  },
};
