import { lazyRouteComponent } from '@tanstack/react-router';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { choice, searchParams } from '#web/lib/navigation/search-params.ts';

/** `/desk/integration`: keys, webhooks, deliveries and reconciliation. */
export const deskIntegrationRoute = {
  path: '/desk/integration' as const,
  component: lazyRouteComponent(() => import('./desk-integration-page.tsx'), 'DeskIntegrationPage'),
  ...inAddress(searchParams({ view: choice(['keys', 'webhooks', 'deliveries', 'differences'], 'keys') })),
  staticData: {
    page: {
      title: 'Integration',
      access: { desk: 'integration' as const },
      menu: { icon: 'plug' as const, group: 'system' as const, summary: 'Keys, webhooks and deliveries of data' },
    },
  },
};
