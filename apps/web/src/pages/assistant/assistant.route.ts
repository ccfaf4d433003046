import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';

/** `/chat`: questions to the assistant (SHL-05). */
export const assistantRoute = {
  path: '/chat' as const,
  component: lazyRouteComponent(() => import('./assistant-page.tsx'), 'AssistantPage'),
  staticData: {
    page: {
      title: 'Assistant',
      access: [PERMISSIONS.ASSISTANT_CHAT_VIEW] as const,
      menu: { icon: 'assistant' as const, summary: 'Ask about orders, trucks, invoices and payments' },
    },
  },
};
