import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { keepCustomer, readCustomer } from '#web/lib/customer/customer-url.ts';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { addressSearch } from '#web/lib/navigation/url-search.ts';
import { isSignedIn, keepReturnPath } from '#web/lib/session/session.ts';
import { assistantRoute, integrationsRoute, supportRoute, userAccountsRoute } from '#web/pages/account.routes.ts';
import {
  checkoutRoute,
  closeOutPacksRoute,
  creditsRoute,
  discountPlannerRoute,
  invoicesRoute,
  paymentApprovalsRoute,
  paymentHistoryRoute,
  paymentMethodsRoute,
  paymentResultRoute,
  scheduledPaymentsRoute,
  statementsRoute,
} from '#web/pages/billing.routes.ts';
import {
  deskAnnouncementsRoute,
  deskArrivalsRoute,
  deskAuditRoute,
  deskBrandingRoute,
  deskChatRoute,
  deskChatsRoute,
  deskCustomersRoute,
  deskDisputesRoute,
  deskImportRoute,
  deskIntegrationRoute,
  deskMailsRoute,
  deskPaymentsRoute,
  deskRegistrationsRoute,
  deskRepliesRoute,
  deskRequestsRoute,
  deskStaffRoute,
  deskSupportRoute,
  noDeskChatRoute,
} from '#web/pages/desk.routes.ts';
import { NotFoundPage } from '#web/pages/not-found/not-found-page.tsx';
import {
  accountsRoute,
  alertsRoute,
  chatRoute,
  chatsRoute,
  dashboardRoute,
  newChatRoute,
  noChatRoute,
  ordersRoute,
  pourRoute,
  quotesRoute,
  requestsRoute,
  ticketSignRoute,
  ticketsRoute,
  truckTrackingRoute,
} from '#web/pages/orders.routes.ts';
import {
  accountRegistrationRoute,
  landingRoute,
  loginRoute,
  registrationSuccessRoute,
  signedInRoute,
  unauthorizedRoute,
} from '#web/pages/public.routes.ts';
import { PageCrash, Root } from './root.tsx';

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage, staticData: { page: null } });

/** Pages for users who are not signed in (SHL-09). */
const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  staticData: { page: null },
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ to: '/dashboard', replace: true });
  },
});

/** Public pages with forms, which need more than the landing page. */
const publicForms = createRoute({
  getParentRoute: () => signedOut,
  id: 'public-forms',
  staticData: { page: null },
  component: lazyPage(() => import('./layout/public-forms.tsx'), 'PublicForms'),
});

/** Pages for signed-in users, in the portal's layout (SHL-02). The selected customer is part of their addresses. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  staticData: { page: null },
  component: lazyPage(() => import('./layout/shell.tsx'), 'Shell'),
  validateSearch: readCustomer,
  search: { middlewares: [keepCustomer] },
  beforeLoad: ({ location, preload }) => {
    if (isSignedIn()) return;
    // A link under the pointer is only preloaded; the user has not opened it.
    if (!preload) keepReturnPath(location.href);
    throw redirect({ to: '/', replace: true });
  },
});

/** Lists with a detail page beside them. The list stays mounted while the detail changes. */
const chats = createRoute({ getParentRoute: () => shell, ...chatsRoute });
const deskChats = createRoute({ getParentRoute: () => shell, ...deskChatsRoute });

const routeTree = root.addChildren([
  signedOut.addChildren([
    createRoute({ getParentRoute: () => signedOut, ...landingRoute }),
    createRoute({ getParentRoute: () => signedOut, ...loginRoute }),
    publicForms.addChildren([createRoute({ getParentRoute: () => publicForms, ...accountRegistrationRoute })]),
  ]),
  createRoute({ getParentRoute: () => root, ...signedInRoute }),
  createRoute({ getParentRoute: () => root, ...registrationSuccessRoute }),
  createRoute({ getParentRoute: () => root, ...unauthorizedRoute }),
  // In the order of the sidebar.
  shell.addChildren([
    createRoute({ getParentRoute: () => shell, ...dashboardRoute }),
    createRoute({ getParentRoute: () => shell, ...accountsRoute }),
    createRoute({ getParentRoute: () => shell, ...alertsRoute }),
    createRoute({ getParentRoute: () => shell, ...ordersRoute }),
    createRoute({ getParentRoute: () => shell, ...requestsRoute }),
    createRoute({ getParentRoute: () => shell, ...pourRoute }),
    createRoute({ getParentRoute: () => shell, ...ticketsRoute }),
    createRoute({ getParentRoute: () => shell, ...ticketSignRoute }),
    createRoute({ getParentRoute: () => shell, ...truckTrackingRoute }),
    createRoute({ getParentRoute: () => shell, ...quotesRoute }),
    chats.addChildren([
      createRoute({ getParentRoute: () => chats, ...noChatRoute }),
      createRoute({ getParentRoute: () => chats, ...newChatRoute }),
      createRoute({ getParentRoute: () => chats, ...chatRoute }),
    ]),
    createRoute({ getParentRoute: () => shell, ...invoicesRoute }),
    createRoute({ getParentRoute: () => shell, ...creditsRoute }),
    createRoute({ getParentRoute: () => shell, ...discountPlannerRoute }),
    createRoute({ getParentRoute: () => shell, ...checkoutRoute }),
    createRoute({ getParentRoute: () => shell, ...paymentResultRoute }),
    createRoute({ getParentRoute: () => shell, ...paymentHistoryRoute }),
    createRoute({ getParentRoute: () => shell, ...scheduledPaymentsRoute }),
    createRoute({ getParentRoute: () => shell, ...paymentApprovalsRoute }),
    createRoute({ getParentRoute: () => shell, ...paymentMethodsRoute }),
    createRoute({ getParentRoute: () => shell, ...statementsRoute }),
    createRoute({ getParentRoute: () => shell, ...closeOutPacksRoute }),
    createRoute({ getParentRoute: () => shell, ...userAccountsRoute }),
    createRoute({ getParentRoute: () => shell, ...integrationsRoute }),
    createRoute({ getParentRoute: () => shell, ...assistantRoute }),
    createRoute({ getParentRoute: () => shell, ...supportRoute }),
    deskChats.addChildren([
      createRoute({ getParentRoute: () => deskChats, ...noDeskChatRoute }),
      createRoute({ getParentRoute: () => deskChats, ...deskChatRoute }),
    ]),
    createRoute({ getParentRoute: () => shell, ...deskRequestsRoute }),
    createRoute({ getParentRoute: () => shell, ...deskRepliesRoute }),
    createRoute({ getParentRoute: () => shell, ...deskArrivalsRoute }),
    createRoute({ getParentRoute: () => shell, ...deskRegistrationsRoute }),
    createRoute({ getParentRoute: () => shell, ...deskSupportRoute }),
    createRoute({ getParentRoute: () => shell, ...deskCustomersRoute }),
    createRoute({ getParentRoute: () => shell, ...deskAnnouncementsRoute }),
    createRoute({ getParentRoute: () => shell, ...deskBrandingRoute }),
    createRoute({ getParentRoute: () => shell, ...deskStaffRoute }),
    createRoute({ getParentRoute: () => shell, ...deskPaymentsRoute }),
    createRoute({ getParentRoute: () => shell, ...deskDisputesRoute }),
    createRoute({ getParentRoute: () => shell, ...deskMailsRoute }),
    createRoute({ getParentRoute: () => shell, ...deskIntegrationRoute }),
    createRoute({ getParentRoute: () => shell, ...deskImportRoute }),
    createRoute({ getParentRoute: () => shell, ...deskAuditRoute }),
  ]),
]);

/** Creates the app's router. It reads the address, so there is one of them. */
export const createAppRouter = () =>
  createRouter({
    routeTree,
    ...addressSearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageCrash,
    // An unknown path below a known page also shows the not-found page, outside the layout (SHL-11).
    notFoundMode: 'root',
    scrollRestoration: true,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
