import {
  DESK_ANNOUNCEMENT_SORT_KEYS,
  DESK_CUSTOMER_SORT_KEYS,
  DESK_MAIL_SORT_KEYS,
  DESK_MAIL_STATES,
  DESK_PAYMENT_SORT_KEYS,
  DESK_REGISTRATION_SORT_KEYS,
  MAX_SEARCH_LENGTH,
  PAYMENT_REVIEW_REASONS,
  STAFF_SORT_KEYS,
  SUPPORT_SORT_KEYS,
} from '@yardage/contract/lists';
import type { DeskArea } from '@yardage/contract/staff-roles';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import type { Page } from '#web/lib/navigation/menu.ts';
import { choice, inUrl, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';
import { readDeskChatsSearch } from './desk-chats/desk-chats-search.ts';
import { readDeskDisputesSearch } from './desk-disputes/desk-disputes-search.ts';
import { PAGES_MESSAGES as MESSAGES } from './pages.messages.ts';
import { readRequestsSearch } from './requests/requests-search.ts';

const MAX_NUMBER_LENGTH = 20;

/** What the layout knows about a page of the desk. */
function deskPage(title: () => string, desk: DeskArea, menu?: NonNullable<Page['menu']>): { page: Page } {
  return { page: { title, access: { desk }, ...(menu ? { menu } : {}) } };
}

/** `/desk/chats`: chats of all customers, with the selected one beside the list. */
export const deskChatsRoute = {
  path: '/desk/chats' as const,
  component: lazyPage(() => import('./desk-chats/desk-chats-page.tsx'), 'DeskChatsPage', 'desk'),
  ...inUrl(readDeskChatsSearch),
  staticData: deskPage(() => MESSAGES.deskChats.title, 'chats', { icon: 'headset', group: 'requests' }),
};

/** Shown if no chat is selected. */
export const noDeskChatRoute = {
  path: '/' as const,
  component: lazyPage(() => import('./desk-chats/desk-chats-page.tsx'), 'NoDeskChat', 'desk'),
  staticData: deskPage(() => MESSAGES.deskChats.title, 'chats'),
};

/** One chat. */
export const deskChatRoute = {
  path: '$sessionId' as const,
  component: lazyPage(() => import('./desk-chats/open-desk-chat.tsx'), 'OpenDeskChat', 'desk'),
  staticData: deskPage(() => MESSAGES.deskChats.title, 'chats'),
};

/** `/desk/requests`: what customers ask dispatch for, with the load of the plants (REQ-05). */
export const deskRequestsRoute = {
  path: '/desk/requests' as const,
  component: lazyPage(() => import('./desk-requests/desk-requests-page.tsx'), 'DeskRequestsPage', 'desk'),
  ...inUrl(readRequestsSearch),
  staticData: deskPage(() => MESSAGES.deskRequests.title, 'requests', { icon: 'orders', group: 'requests' }),
};

/** `/desk/replies`: the canned replies of the dispatch desk (STF-09). */
export const deskRepliesRoute = {
  path: '/desk/replies' as const,
  component: lazyPage(() => import('./desk-replies/desk-replies-page.tsx'), 'DeskRepliesPage', 'desk'),
  staticData: deskPage(() => MESSAGES.deskReplies.title, 'canned-replies', { icon: 'chat', group: 'requests' }),
};

/** `/desk/arrivals`: how well arrival times were predicted (POUR-04). */
export const deskArrivalsRoute = {
  path: '/desk/arrivals' as const,
  component: lazyPage(() => import('./desk-arrivals/desk-arrivals-page.tsx'), 'DeskArrivalsPage', 'desk'),
  // Without a plant, all plants are shown together.
  ...inUrl(searchParams({ plant: recordId() })),
  staticData: deskPage(() => MESSAGES.deskArrivals.title, 'arrival-accuracy', { icon: 'tracking', group: 'requests' }),
};

/** `/desk/registrations`: requests that only the supplier can decide (REG-23). */
export const deskRegistrationsRoute = {
  path: '/desk/registrations' as const,
  component: lazyPage(() => import('./desk-registrations/desk-registrations-page.tsx'), 'DeskRegistrationsPage', 'desk'),
  ...inUrl(searchParams({ ...tableParams(DESK_REGISTRATION_SORT_KEYS), request: recordId() })),
  staticData: deskPage(() => MESSAGES.deskRegistrations.title, 'registrations', { icon: 'registrations', group: 'requests' }),
};

/** `/desk/support`: customers' support requests, for staff to answer. */
export const deskSupportRoute = {
  path: '/desk/support' as const,
  component: lazyPage(() => import('./desk-support/desk-support-page.tsx'), 'DeskSupportPage', 'desk'),
  ...inUrl(
    searchParams({
      status: choice(['All', 'Open', 'InProgress', 'Resolved', 'Closed'], 'Open'),
      ...tableParams(SUPPORT_SORT_KEYS),
      request: recordId(),
    }),
  ),
  staticData: deskPage(() => MESSAGES.deskSupport.title, 'support', { icon: 'support', group: 'requests' }),
};

/** `/desk/customers`: customer accounts with their balance and users (STF-02). */
export const deskCustomersRoute = {
  path: '/desk/customers' as const,
  component: lazyPage(() => import('./desk-customers/desk-customers-page.tsx'), 'DeskCustomersPage', 'desk'),
  ...inUrl(
    searchParams({
      source: text(MAX_NUMBER_LENGTH),
      ...tableParams(DESK_CUSTOMER_SORT_KEYS, { sort: 'displayName', desc: false }),
      account: text(MAX_NUMBER_LENGTH),
    }),
  ),
  staticData: deskPage(() => MESSAGES.deskCustomers.title, 'customers', { icon: 'customers', group: 'accounts' }),
};

/** `/desk/disputes`: disputed lines of invoices, for the credit desk to answer (APY-03). */
export const deskDisputesRoute = {
  path: '/desk/disputes' as const,
  component: lazyPage(() => import('./desk-disputes/desk-disputes-page.tsx'), 'DeskDisputesPage', 'desk'),
  ...inUrl(readDeskDisputesSearch),
  staticData: deskPage(() => MESSAGES.deskDisputes.title, 'disputes', { icon: 'alert', group: 'accounts' }),
};

/** `/desk/payments`: payments that need a person (STF-07). */
export const deskPaymentsRoute = {
  path: '/desk/payments' as const,
  component: lazyPage(() => import('./desk-payments/desk-payments-page.tsx'), 'DeskPaymentsPage', 'desk'),
  ...inUrl(
    searchParams({
      state: choice(['open', 'done', 'all'], 'open'),
      reason: choice(['', ...PAYMENT_REVIEW_REASONS], ''),
      ...tableParams(DESK_PAYMENT_SORT_KEYS),
      payment: recordId(),
    }),
  ),
  staticData: deskPage(() => MESSAGES.deskPayments.title, 'payments', { icon: 'payments', group: 'accounts' }),
};

/** `/desk/announcements`: what customers read on their dashboard, and whom they can contact (STF-04). */
export const deskAnnouncementsRoute = {
  path: '/desk/announcements' as const,
  component: lazyPage(() => import('./desk-announcements/desk-announcements-page.tsx'), 'DeskAnnouncementsPage', 'desk'),
  ...inUrl(
    searchParams({
      view: choice(['announcements', 'contacts'], 'announcements'),
      ...tableParams(DESK_ANNOUNCEMENT_SORT_KEYS, { sort: 'postedOn', desc: true }),
      edit: recordId(),
      add: text(1),
    }),
  ),
  staticData: deskPage(() => MESSAGES.deskAnnouncements.title, 'announcements', { icon: 'announcement', group: 'portal' }),
};

/** `/desk/branding`: name, logo, colours, texts and contact data (STF-05). */
export const deskBrandingRoute = {
  path: '/desk/branding' as const,
  component: lazyPage(() => import('./desk-branding/desk-branding-page.tsx'), 'DeskBrandingPage', 'desk'),
  staticData: deskPage(() => MESSAGES.deskBranding.title, 'branding', { icon: 'brand', group: 'portal' }),
};

/** `/desk/mail`: mails that were sent, wait or failed (STF-06). */
export const deskMailsRoute = {
  path: '/desk/mail' as const,
  component: lazyPage(() => import('./desk-mails/desk-mails-page.tsx'), 'DeskMailsPage', 'desk'),
  ...inUrl(
    searchParams({
      state: choice(['all', ...DESK_MAIL_STATES], 'all'),
      ...tableParams(DESK_MAIL_SORT_KEYS),
      mail: recordId(),
    }),
  ),
  staticData: deskPage(() => MESSAGES.deskMails.title, 'mail', { icon: 'mail', group: 'system' }),
};

/** `/desk/audit-log`: who did what (STF-08). */
export const deskAuditRoute = {
  path: '/desk/audit-log' as const,
  component: lazyPage(() => import('./desk-audit/desk-audit-page.tsx'), 'DeskAuditPage', 'desk'),
  ...inUrl(
    searchParams({
      who: text(MAX_SEARCH_LENGTH),
      action: text(100),
      account: text(20),
      ...tableParams([]),
      entry: recordId(),
    }),
  ),
  staticData: deskPage(() => MESSAGES.deskAudit.title, 'audit-log', { icon: 'list', group: 'system' }),
};

/** `/desk/staff`: the supplier's staff and their roles (STF-01). */
export const deskStaffRoute = {
  path: '/desk/staff' as const,
  component: lazyPage(() => import('./desk-staff/desk-staff-page.tsx'), 'DeskStaffPage', 'desk'),
  ...inUrl(
    searchParams({
      ...tableParams(STAFF_SORT_KEYS, { sort: 'lastName', desc: false }),
      edit: recordId(),
      add: text(1),
    }),
  ),
  staticData: deskPage(() => MESSAGES.deskStaff.title, 'staff', { icon: 'badge', group: 'system' }),
};

/** `/desk/import`: the supplier's files, for staff to import. */
export const deskImportRoute = {
  path: '/desk/import' as const,
  component: lazyPage(() => import('./desk-import/desk-import-page.tsx'), 'DeskImportPage', 'desk'),
  ...inUrl(searchParams({ import: recordId() })),
  staticData: deskPage(() => MESSAGES.deskImport.title, 'imports', { icon: 'document', group: 'system' }),
};

/** `/desk/integration`: keys, webhooks, deliveries and reconciliation. */
export const deskIntegrationRoute = {
  path: '/desk/integration' as const,
  component: lazyPage(() => import('./desk-integration/desk-integration-page.tsx'), 'DeskIntegrationPage', 'desk'),
  ...inUrl(
    searchParams({
      view: choice(['keys', 'webhooks', 'deliveries', 'differences'], 'keys'),
      source: text(MAX_NUMBER_LENGTH),
      resource: text(MAX_NUMBER_LENGTH),
    }),
  ),
  staticData: deskPage(() => MESSAGES.deskIntegration.title, 'integration', { icon: 'plug', group: 'system' }),
};
