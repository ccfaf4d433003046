import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { keepCustomer, readCustomer } from '#web/lib/customer/customer-address.ts';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { isSignedIn, keepReturnPath } from '#web/lib/session/session.ts';
import { accountRegistrationRoute } from '#web/pages/account-registration/account-registration.route.ts';
import { accountsRoute } from '#web/pages/accounts/accounts.route.ts';
import { alertsRoute } from '#web/pages/alerts/alerts.route.ts';
import { assistantRoute } from '#web/pages/assistant/assistant.route.ts';
import { chatRoute, chatsRoute, newChatRoute, noChatRoute } from '#web/pages/chats/chats.route.ts';
import { checkoutRoute } from '#web/pages/checkout/checkout.route.ts';
import { closeOutPacksRoute } from '#web/pages/close-out-packs/close-out-packs.route.ts';
import { creditsRoute } from '#web/pages/credits/credits.route.ts';
import { dashboardRoute } from '#web/pages/dashboard/dashboard.route.ts';
import { deskAnnouncementsRoute } from '#web/pages/desk-announcements/desk-announcements.route.ts';
import { deskArrivalsRoute } from '#web/pages/desk-arrivals/desk-arrivals.route.ts';
import { deskAuditRoute } from '#web/pages/desk-audit/desk-audit.route.ts';
import { deskBrandingRoute } from '#web/pages/desk-branding/desk-branding.route.ts';
import { deskChatRoute, deskChatsRoute, noDeskChatRoute } from '#web/pages/desk-chats/desk-chats.route.ts';
import { deskCustomersRoute } from '#web/pages/desk-customers/desk-customers.route.ts';
import { deskDisputesRoute } from '#web/pages/desk-disputes/desk-disputes.route.ts';
import { deskImportRoute } from '#web/pages/desk-import/desk-import.route.ts';
import { deskIntegrationRoute } from '#web/pages/desk-integration/desk-integration.route.ts';
import { deskMailsRoute } from '#web/pages/desk-mails/desk-mails.route.ts';
import { deskPaymentsRoute } from '#web/pages/desk-payments/desk-payments.route.ts';
import { deskRegistrationsRoute } from '#web/pages/desk-registrations/desk-registrations.route.ts';
import { deskRepliesRoute } from '#web/pages/desk-replies/desk-replies.route.ts';
import { deskRequestsRoute } from '#web/pages/desk-requests/desk-requests.route.ts';
import { deskStaffRoute } from '#web/pages/desk-staff/desk-staff.route.ts';
import { deskSupportRoute } from '#web/pages/desk-support/desk-support.route.ts';
import { discountPlannerRoute } from '#web/pages/discount-planner/discount-planner.route.ts';
import { integrationsRoute } from '#web/pages/integrations/integrations.route.ts';
import { invoicesRoute } from '#web/pages/invoices/invoices.route.ts';
import { landingRoute } from '#web/pages/landing/landing.route.ts';
import { loginRoute } from '#web/pages/login/login.route.ts';
import { NotFoundPage } from '#web/pages/not-found/not-found-page.tsx';
import { ordersRoute } from '#web/pages/orders/orders.route.ts';
import { paymentApprovalsRoute } from '#web/pages/payment-approvals/payment-approvals.route.ts';
import { paymentHistoryRoute } from '#web/pages/payment-history/payment-history.route.ts';
import { paymentMethodsRoute } from '#web/pages/payment-methods/payment-methods.route.ts';
import { paymentResultRoute } from '#web/pages/payment-result/payment-result.route.ts';
import { pourRoute } from '#web/pages/pour/pour.route.ts';
import { quotesRoute } from '#web/pages/quotes/quotes.route.ts';
import { registrationSuccessRoute } from '#web/pages/registration-success/registration-success.route.ts';
import { requestsRoute } from '#web/pages/requests/requests.route.ts';
import { scheduledPaymentsRoute } from '#web/pages/scheduled-payments/scheduled-payments.route.ts';
import { signedInRoute } from '#web/pages/signed-in/signed-in.route.ts';
import { statementsRoute } from '#web/pages/statements/statements.route.ts';
import { supportRoute } from '#web/pages/support/support.route.ts';
import { ticketSignRoute } from '#web/pages/ticket-sign/ticket-sign.route.ts';
import { ticketsRoute } from '#web/pages/tickets/tickets.route.ts';
import { truckTrackingRoute } from '#web/pages/truck-tracking/truck-tracking.route.ts';
import { unauthorizedRoute } from '#web/pages/unauthorized/unauthorized.route.ts';
import { userAccountsRoute } from '#web/pages/user-accounts/user-accounts.route.ts';
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

/** The app's router. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageCrash,
  // An unknown path below a known page also shows the not-found page, outside the layout (SHL-11).
  notFoundMode: 'root',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
