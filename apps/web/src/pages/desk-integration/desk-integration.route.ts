import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { choice, inAddress, searchParams } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/desk/integration`: keys, webhooks, deliveries and reconciliation. */
export const deskIntegrationRoute = {
  path: '/desk/integration' as const,
  component: lazyPage(() => import('./desk-integration-page.tsx'), 'DeskIntegrationPage', 'desk'),
  ...inAddress(searchParams({ view: choice(['keys', 'webhooks', 'deliveries', 'differences'], 'keys') })),
  staticData: {
    page: {
      title: () => MESSAGES.deskIntegration.title,
      access: { desk: 'integration' as const },
      menu: { icon: 'plug' as const, group: 'system' as const },
    },
  },
};
