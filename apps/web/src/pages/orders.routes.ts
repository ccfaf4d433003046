import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { choice, inUrl, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { readChatsSearch } from '#web/patterns/conversation/chats-search.ts';
import { readOrdersSearch } from './orders/orders-search.ts';
import { PAGES_MESSAGES as MESSAGES } from './pages.messages.ts';
import { readQuotesSearch } from './quotes/quotes-search.ts';
import { readRequestsSearch } from './requests/requests-search.ts';
import { readTicketsSearch } from './tickets/tickets-search.ts';
import { readTruckTrackingSearch } from './truck-tracking/truck-tracking-search.ts';

/** `/dashboard`: the first page after sign-in. */
export const dashboardRoute = {
  path: '/dashboard',
  component: lazyPage(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
  staticData: { page: { title: () => MESSAGES.dashboard.title, access: 'signed-in', menu: { icon: 'dashboard' } } },
} as const;

/** `/accounts`: all customer numbers of the user side by side (APY-11). The customer selector leads here. */
export const accountsRoute = {
  path: '/accounts',
  component: lazyPage(() => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
  staticData: { page: { title: () => MESSAGES.accounts.title, access: 'signed-in' } },
} as const;

/** `/alerts`: the user's inbox of alerts, and what they follow and how (ALR-01, ALR-02). The bell in the header leads here. */
export const alertsRoute = {
  path: '/alerts',
  component: lazyPage(() => import('./alerts/alerts-page.tsx'), 'AlertsPage'),
  staticData: { page: { title: () => MESSAGES.alerts.title, access: 'signed-in' } },
} as const;

/** `/orders`: the customer's orders. List state, filters and open dialogs are in the URL. */
export const ordersRoute = {
  path: '/orders' as const,
  component: lazyPage(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
  ...inUrl(readOrdersSearch),
  staticData: {
    page: {
      title: () => MESSAGES.orders.title,
      access: [PERMISSIONS.ORDERS_VIEW] as const,
      menu: { icon: 'orders' as const, group: 'orders' as const },
    },
  },
};

/** `/requests`: pours and changes of orders that the customer asked dispatch for (REQ-01, REQ-02). */
export const requestsRoute = {
  path: '/requests' as const,
  component: lazyPage(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
  ...inUrl(readRequestsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.requests.title,
      access: [PERMISSIONS.ORDERS_REQUEST] as const,
      menu: { icon: 'document' as const, group: 'orders' as const },
    },
  },
};

/** `/orders/pour?order=`: the pour board of an order, also for a screen on the wall (POUR-03). */
export const pourRoute = {
  path: '/orders/pour' as const,
  component: lazyPage(() => import('./pour/pour-page.tsx'), 'PourPage'),
  ...inUrl(
    searchParams({
      order: recordId(),
      /** `wall` is for the screen in a trailer: large, without the menu. */
      display: choice(['page', 'wall'], 'page'),
    }),
  ),
  staticData: { page: { title: () => MESSAGES.pour.title, access: [PERMISSIONS.ORDERS_VIEW] as const } },
};

/** `/tickets`: the customer's delivery tickets. List state, filters and open dialogs are in the URL. */
export const ticketsRoute = {
  path: '/tickets' as const,
  component: lazyPage(() => import('./tickets/tickets-page.tsx'), 'TicketsPage'),
  ...inUrl(readTicketsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.tickets.title,
      access: [PERMISSIONS.TICKETS_VIEW] as const,
      menu: { icon: 'tickets' as const, group: 'orders' as const },
    },
  },
};

/** `/tickets/sign?ticket=…`: signs for a load (SGN-01). A page of its own, so that it has a phone's whole screen. */
export const ticketSignRoute = {
  path: '/tickets/sign' as const,
  component: lazyPage(() => import('./ticket-sign/ticket-sign-page.tsx'), 'TicketSignPage'),
  ...inUrl(searchParams({ ticket: recordId() })),
  staticData: { page: { title: () => MESSAGES.ticketSign.title, access: [PERMISSIONS.TICKETS_SIGN] as const } },
};

/** `/truck-tracking`: the customer's trucks on the map. The selected truck and the list's state are in the URL (SHL-07). */
export const truckTrackingRoute = {
  path: '/truck-tracking' as const,
  component: lazyPage(() => import('./truck-tracking/truck-tracking-page.tsx'), 'TruckTrackingPage'),
  ...inUrl(readTruckTrackingSearch),
  staticData: {
    page: {
      title: () => MESSAGES.truckTracking.title,
      access: [PERMISSIONS.TRUCK_TRACKING_VIEW] as const,
      menu: { icon: 'tracking' as const, group: 'orders' as const },
    },
  },
};

/** `/quotes`: the customer's quotes. List state, filters and open dialogs are in the URL. */
export const quotesRoute = {
  path: '/quotes' as const,
  component: lazyPage(() => import('./quotes/quotes-page.tsx'), 'QuotesPage'),
  ...inUrl(readQuotesSearch),
  staticData: {
    page: {
      title: () => MESSAGES.quotes.title,
      access: [PERMISSIONS.QUOTES_VIEW] as const,
      menu: { icon: 'quotes' as const, group: 'orders' as const },
    },
  },
};

const chatPage = { title: () => MESSAGES.chats.title, access: [PERMISSIONS.DISPATCHER_CHAT_VIEW] as const };

/** `/newOrderChat`: the list of chats, with one of the routes below beside it. */
export const chatsRoute = {
  path: '/newOrderChat' as const,
  component: lazyPage(() => import('./chats/chats-page.tsx'), 'ChatsPage'),
  ...inUrl(readChatsSearch),
  staticData: { page: { ...chatPage, menu: { icon: 'chat' as const, group: 'orders' as const } } },
};

/** Shown if no chat is selected (CHT-01). */
export const noChatRoute = {
  path: '/' as const,
  component: lazyPage(() => import('./chats/chats-page.tsx'), 'NoChat'),
  staticData: { page: chatPage },
};

/** A new chat without a session (CHT-02). */
export const newChatRoute = {
  path: 'new' as const,
  component: lazyPage(() => import('./chats/new-chat.tsx'), 'NewChat'),
  staticData: { page: chatPage },
};

/** One chat (CHT-02). */
export const chatRoute = {
  path: '$sessionId' as const,
  component: lazyPage(() => import('./chats/open-chat.tsx'), 'OpenChat'),
  staticData: { page: chatPage },
};
