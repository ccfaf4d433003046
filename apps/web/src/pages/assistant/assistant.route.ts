import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/chat`: questions to the assistant (SHL-05). */
export const assistantRoute = {
  path: '/chat' as const,
  component: lazyPage(() => import('./assistant-page.tsx'), 'AssistantPage'),
  staticData: {
    page: {
      title: () => MESSAGES.assistant.title,
      access: [PERMISSIONS.ASSISTANT_CHAT_VIEW] as const,
      menu: { icon: 'assistant' as const },
    },
  },
};
