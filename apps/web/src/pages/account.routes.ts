import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inUrl } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from './pages.messages.ts';
import { readSupportSearch } from './support/support-search.ts';
import { readUserAccountsSearch } from './user-accounts/user-accounts-search.ts';

/** `/user-accounts`: the users with access to the customer (SHL-07). */
export const userAccountsRoute = {
  path: '/user-accounts' as const,
  component: lazyPage(() => import('./user-accounts/user-accounts-page.tsx'), 'UserAccountsPage'),
  ...inUrl(readUserAccountsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.userAccounts.title,
      access: [PERMISSIONS.USER_ACCOUNTS_VIEW] as const,
      menu: { icon: 'people' as const, group: 'account' as const },
    },
  },
};

/** `/integrations`: the keys and webhooks of a customer's own systems (EVT-05). */
export const integrationsRoute = {
  path: '/integrations' as const,
  component: lazyPage(() => import('./integrations/integrations-page.tsx'), 'IntegrationsPage'),
  staticData: {
    page: {
      title: () => MESSAGES.integrations.title,
      access: [PERMISSIONS.ACCOUNT_INTEGRATIONS] as const,
      menu: { icon: 'plug' as const, group: 'account' as const },
    },
  },
};

/** `/chat`: questions to the assistant (SHL-05). */
export const assistantRoute = {
  path: '/chat' as const,
  component: lazyPage(() => import('./assistant/assistant-page.tsx'), 'AssistantPage'),
  staticData: {
    page: {
      title: () => MESSAGES.assistant.title,
      access: [PERMISSIONS.ASSISTANT_CHAT_VIEW] as const,
      menu: { icon: 'assistant' as const, group: 'account' as const },
    },
  },
};

/** `/support`: the customer's support requests to the supplier (SHL-07). */
export const supportRoute = {
  path: '/support' as const,
  component: lazyPage(() => import('./support/support-page.tsx'), 'SupportPage'),
  ...inUrl(readSupportSearch),
  staticData: {
    page: {
      title: () => MESSAGES.support.title,
      access: [PERMISSIONS.SUPPORT_VIEW] as const,
      menu: { icon: 'support' as const, group: 'account' as const },
    },
  },
};
