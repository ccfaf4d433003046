import { PERMISSIONS as CODES } from '@yardage/contract/permissions';
import { describe, expect, it } from 'vitest';
import type { Page } from '#web/lib/navigation/menu.ts';
import { createAppRouter } from './router.ts';

const routes = createAppRouter().routesByPath as unknown as Record<string, { options: { staticData: { page: Page | null } } }>;
const accessOf = (path: string) => routes[path]?.options.staticData.page?.access;

describe('the codes that open a page', () => {
  it.each([
    ['SHL-04', '/orders', [CODES.ORDERS_VIEW]],
    ['SHL-04', '/tickets', [CODES.TICKETS_VIEW]],
    ['SHL-04', '/quotes', [CODES.QUOTES_VIEW]],
    ['SHL-05 CHT-09', '/newOrderChat', [CODES.DISPATCHER_CHAT_VIEW]],
    ['SHL-05 CHT-09', '/newOrderChat/new', [CODES.DISPATCHER_CHAT_VIEW]],
    ['SHL-05 CHT-09', '/newOrderChat/$sessionId', [CODES.DISPATCHER_CHAT_VIEW]],
    ['SHL-05', '/chat', [CODES.ASSISTANT_CHAT_VIEW]],
    ['SHL-06', '/invoices', [CODES.INVOICES_VIEW]],
    ['SHL-06', '/invoices/checkout', [CODES.INVOICES_PAY_INVOICES]],
    ['SHL-06', '/invoices/payment', [CODES.INVOICES_PAY_INVOICES]],
    ['SHL-06', '/paymentHistory', [CODES.PAYMENT_HISTORY_VIEW]],
    ['SHL-06', '/statements', [CODES.STATEMENTS_VIEW]],
    ['APY-06 APY-07', '/payments/scheduled', [CODES.PAYMENTS_SCHEDULE, CODES.INVOICES_PAY_INVOICES]],
    ['SHL-07', '/truck-tracking', [CODES.TRUCK_TRACKING_VIEW]],
    ['SHL-07', '/user-accounts', [CODES.USER_ACCOUNTS_VIEW]],
    ['SHL-07', '/support', [CODES.SUPPORT_VIEW]],
    ['STF-01', '/desk/chats', { desk: 'chats' }],
  ])('%s %s', (_id, path, codes) => {
    expect(accessOf(path)).toEqual(codes);
  });

  it('SHL-03 are declared by every page of the layout; only these need none', () => {
    const open = Object.keys(routes).filter((path) => typeof accessOf(path) === 'string');
    expect(open.toSorted()).toEqual([
      '/',
      '/account-registration',
      '/accounts',
      '/alerts',
      '/dashboard',
      '/login',
      '/registration-success',
      '/signed-in',
      '/unauthorized',
    ]);
  });
});
