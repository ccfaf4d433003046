import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/alerts`: the user's inbox of alerts, and what they follow and how (ALR-01, ALR-02). The bell in the header leads here. */
export const alertsRoute = {
  path: '/alerts',
  component: lazyPage(() => import('./alerts-page.tsx'), 'AlertsPage'),
  staticData: { page: { title: () => MESSAGES.alerts.title, access: 'signed-in' } },
} as const;
