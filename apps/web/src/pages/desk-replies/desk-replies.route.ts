import { lazyRouteComponent } from '@tanstack/react-router';

/** `/desk/replies`: the canned replies of the dispatch desk (STF-09). */
export const deskRepliesRoute = {
  path: '/desk/replies' as const,
  component: lazyRouteComponent(() => import('./desk-replies-page.tsx'), 'DeskRepliesPage'),
  staticData: {
    page: {
      title: 'Canned replies',
      access: { desk: 'canned-replies' as const },
      menu: { icon: 'chat' as const, group: 'requests' as const, summary: 'Answers for dispatchers to choose from' },
    },
  },
};
