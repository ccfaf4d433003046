import type { OrderDetail, OrderRow } from '@yardage/contract/orders';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import type { Locator, Page } from 'playwright-core';
import { fetchToken } from '../scripts/token.ts';
import { openBrowser, type TestPage } from './harness/browser.ts';
import { keepDataRecent } from './harness/recent-days.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { signedInPages, type VisitOptions } from './harness/signed-in.ts';

const DAY_MS = 86_400_000;

/** The colors of progress bars in the light scheme. */
export const RED = /^rgb\((1[5-9]\d|2\d\d), [0-6]?\d, [0-6]?\d\)$/;
export const GREEN = /^rgb\(\d\d?, 1\d\d, \d\d?\)$/;
export const ORANGE = /^rgb\(2\d\d, ([89]\d|1[0-6]\d), \d\d?\)$/;
const CONCRETE_CUSTOMER = 0;

/** An API client of one user, to find out what a page must show and what the server refuses. */
export interface Caller {
  customer: CustomerNumberEntry;
  get<T>(path: string): Promise<{ status: number; body: T }>;
  post<T>(path: string, body: object): Promise<{ status: number; body: T }>;
  /** Returns the newest matching order between ninety days ago and a week ahead. */
  findOrder(isWanted: (order: OrderRow) => boolean): Promise<OrderDetail>;
}

/** Returns an API client with the user's own token. `customerIndex` selects one of their customer numbers. */
export async function callAs(portalUrl: string, email: string, customerIndex = CONCRETE_CUSTOMER): Promise<Caller> {
  const { subscriptionKey } = (await (await fetch(`${portalUrl}/config.json`)).json()) as { subscriptionKey: string };
  const headers: Record<string, string> = {
    authorization: `Bearer ${await fetchToken(portalUrl, email)}`,
    'ocp-apim-subscription-key': subscriptionKey,
  };
  const numbers = (await (await fetch(`${portalUrl}/api/users/global-customer-numbers`, { headers })).json()) as CustomerNumberEntry[];
  const customer = numbers[customerIndex];
  if (!customer) throw new Error(`${email} has no customer number ${customerIndex}.`);
  headers['x-customer-number'] = customer.customerNumber;
  headers['x-global-customer-number'] = customer.globalCustomerNumber;
  headers['x-datasource-id'] = String(customer.datasourceId);

  const call = async <T>(method: string, path: string, sent?: object): Promise<{ status: number; body: T }> => {
    const answer = await fetch(`${portalUrl}/api/customers/${customer.globalCustomerNumber}/${path}`, {
      method,
      headers: sent && !(sent instanceof FormData) ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(sent && { body: sent instanceof FormData ? sent : JSON.stringify(sent) }),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  };
  const get = <T>(path: string) => call<T>('GET', path);

  return {
    customer,
    get,
    post: (path, body) => call('POST', path, body),
    async findOrder(isWanted) {
      const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
      const { body } = await get<{ items: OrderRow[] }>(`orders?fromDate=${day(-90)}&toDate=${day(7)}&pageSize=100`);
      const row = body.items.find(isWanted);
      if (!row) throw new Error('The demo world has no such order.');
      return (await get<OrderDetail>(`orders/${row.id}`)).body;
    },
  };
}

/** Removes permissions from the signed-in user by changing the response. The server's own checks are tested elsewhere. */
export async function withoutPermissions(page: Page, ...codes: string[]): Promise<void> {
  await page.route('**/api/users/me/permissions*', async (route) => {
    const answer = await route.fetch();
    const { permissionKeys } = (await answer.json()) as { permissionKeys: string[] };
    await route.fulfill({ response: answer, json: { permissionKeys: permissionKeys.filter((code) => !codes.includes(code)) } });
  });
}

const SHIPPING = 6;

interface OrderVisitOptions extends VisitOptions {
  email?: string;
}

/** A portal, a browser and an order that is being delivered. */
export interface OrderWorld {
  url: string;
  manager: Caller;
  shipping: OrderDetail;
  /** Opens a path as a signed-in user, the manager by default. */
  visit(path: string, options?: OrderVisitOptions): Promise<TestPage>;
  end(): Promise<void>;
}

/** Starts everything that a test about one order needs. */
export async function startOrderWorld(): Promise<OrderWorld> {
  const portal = sharedPortal();
  const browser = await openBrowser();
  const end = async (): Promise<void> => {
    await browser.close();
  };
  try {
    const signedIn = signedInPages(browser, portal.url);
    const manager = await callAs(portal.url, 'manager@example.com');
    const shipping = await manager.findOrder(({ orderStatusId, qtyDelivered }) => orderStatusId === SHIPPING && qtyDelivered > 0);
    return {
      url: portal.url,
      manager,
      shipping,
      end,
      visit: (path, { email = 'manager@example.com', prepare, ...options } = {}) =>
        signedIn(email, path, {
          ...options,
          prepare: async (page) => {
            await keepDataRecent(page, manager.customer.timeZone);
            await prepare?.(page);
          },
        }),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Returns the drawer's information card, which exists once the order is loaded. */
export function informationOf(page: Page): Locator {
  return page.locator('section:not([role])', { has: page.getByRole('heading', { name: 'Information' }) });
}
