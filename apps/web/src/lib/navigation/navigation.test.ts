import type { RouterHistory } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { StaffRole } from '@yardage/contract/staff-roles';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mayOpen, type Page } from './menu.ts';
import { hasPreviousPage, parentPath } from './previous-page.ts';

describe('the parent path', () => {
  it.each([
    ['/orders', null],
    ['/', null],
    ['/invoices/checkout', '/invoices'],
    ['/newOrderChat/42/', '/newOrderChat'],
    ['/payments/scheduled', null],
  ])('SHL-17 of %s is %s', (path, parent) => {
    expect(parentPath(path)).toBe(parent);
  });
});

describe('the previous page', () => {
  afterEach(() => vi.unstubAllGlobals());
  const history = (canGoBack: boolean) => ({ canGoBack: () => canGoBack }) as RouterHistory;
  const browser = (...paths: string[]) => {
    const entries = paths.map((path, index) => ({ url: `https://portal.example.com${path}`, index }));
    vi.stubGlobal('window', { navigation: { entries: () => entries, currentEntry: entries.at(-1) } });
  };

  it('SHL-10 exists when the page before was one of the portal', () => {
    browser('/orders?page=2', '/unauthorized');
    expect(hasPreviousPage(history(false))).toBe(true);
  });

  it.each(['/', '/login', '/signed-in', '/sign-in/abc', '/oidc/auth'])('SHL-10 does not exist after %s', (path) => {
    browser(path, '/unauthorized');
    expect(hasPreviousPage(history(true))).toBe(false);
  });

  it('SHL-10 does not exist on a fresh tab', () => {
    browser('/unauthorized');
    expect(hasPreviousPage(history(true))).toBe(false);
  });

  it('is decided by the router if the browser lists no entries', () => {
    vi.stubGlobal('window', {});
    expect(hasPreviousPage(history(true))).toBe(true);
    expect(hasPreviousPage(history(false))).toBe(false);
  });
});

describe('pages', () => {
  it('PER-08 open with any of their codes, Dashboard for everyone', () => {
    const orders = { title: () => 'Orders', access: [PERMISSIONS.ORDERS_VIEW] } as const;
    expect(mayOpen(orders, { permissions: new Set([PERMISSIONS.ORDERS_VIEW]), staffRole: null })).toBe(true);
    expect(mayOpen(orders, { permissions: new Set([PERMISSIONS.TICKETS_VIEW]), staffRole: null })).toBe(false);
    expect(mayOpen({ title: () => 'Dashboard', access: 'signed-in' }, { permissions: new Set(), staffRole: null })).toBe(true);
  });

  it('STF-01 of the desk open by the role of a staff member', () => {
    const imports = { title: () => 'Import', access: { desk: 'imports' } } as const;
    const chats = { title: () => 'Chats', access: { desk: 'chats' } } as const;
    const opens = (page: Page, staffRole: StaffRole | null) => mayOpen(page, { permissions: new Set(), staffRole });
    expect([opens(imports, 'Administrator'), opens(imports, 'Dispatcher'), opens(imports, null)]).toEqual([true, false, false]);
    expect([opens(chats, 'Administrator'), opens(chats, 'Dispatcher'), opens(chats, 'Credit')]).toEqual([true, true, false]);
  });
});
