import type { ChatMessage, ChatSession } from '@yardage/contract/chat';
import type { OrderRow } from '@yardage/contract/orders';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import type { Locator, Page } from 'playwright-core';
import { fetchToken } from '../scripts/token.ts';
import { toastRegion } from './harness/toasts.ts';

export const OWNER = 'owner@example.com';
export const STAFF = 'dispatcher@example.com';

const PLACE = { street: '12 Bonny Oaks Dr', city: 'Chattanooga', state: 'TN', zip: '37402', latitude: null, longitude: null };
const CLIENT = '/chat/customers/client';

/** Attack attempts in a message, mixed with allowed HTML. */
export const HARMFUL_HTML = [
  '<b>Two</b> orders: <a href="/orders?order=1" onclick="document.title=1">one</a>',
  '<a href="javascript:document.title=2">two</a><a href="//evil.example">three</a>',
  '<img src=x onerror="document.title=3"><script>document.title=4</script><style>*{display:none}</style>',
].join(' ');

/** An API client of another user, who chats with the page under test. */
export interface ChatPerson {
  call<T>(method: string, path: string, body?: object): Promise<T>;
  /** Global number of the selected customer. Undefined for staff. */
  globalCustomerNumber: string | undefined;
}

/** Signs in without a browser. */
export async function signedIn(url: string, email: string): Promise<ChatPerson> {
  const { subscriptionKey } = (await (await fetch(`${url}/config.json`)).json()) as { subscriptionKey: string };
  const headers: Record<string, string> = {
    authorization: `Bearer ${await fetchToken(url, email)}`,
    'ocp-apim-subscription-key': subscriptionKey,
  };
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const [first] = await call<CustomerNumberEntry[]>('GET', '/users/global-customer-numbers');
  if (first) {
    headers['x-customer-number'] = first.customerNumber;
    headers['x-global-customer-number'] = first.globalCustomerNumber;
    headers['x-datasource-id'] = String(first.datasourceId);
  }
  return { call, globalCustomerNumber: first?.globalCustomerNumber };
}

/** Returns a client for a customer who starts chats and writes messages. */
export async function customerAt(url: string, email = OWNER) {
  const { call, globalCustomerNumber } = await signedIn(url, email);
  return {
    call,
    async start(jobRequirement: string, street = PLACE.street): Promise<string> {
      const context = { jobAddress: { ...PLACE, street }, jobRequirement };
      return (await call<{ session: ChatSession }>('POST', `${CLIENT}/start`, { category: 1, context })).session.sessionId;
    },
    say: (sessionId: string, message: string) => call<ChatMessage>('POST', `${CLIENT}/${sessionId}/message`, { message }),
    end: (sessionId: string) => call('POST', `${CLIENT}/${sessionId}/end`),
    read: (sessionId: string) => call<ChatSession>('GET', `${CLIENT}/${sessionId}`),
    async orders(count: number): Promise<OrderRow[]> {
      return (await call<{ items: OrderRow[] }>('GET', `/customers/${globalCustomerNumber}/orders?pageSize=${count}`)).items;
    },
    async anyOrder(): Promise<OrderRow | undefined> {
      return (await this.orders(1))[0];
    },
    /** Returns all chats about a record, found by its number. */
    async chatsAbout(number: string): Promise<ChatSession[]> {
      return (await call<{ items: ChatSession[] }>('GET', `${CLIENT}/me?search=${encodeURIComponent(number)}`)).items;
    },
  };
}

/** Returns a client for a dispatcher who joins chats and answers. */
export async function dispatcherAt(url: string) {
  const { call } = await signedIn(url, STAFF);
  return {
    join: (sessionId: string) => call('POST', `/desk/chats/${sessionId}/join`),
    say: (sessionId: string, message: string) => call<ChatMessage>('POST', `/desk/chats/${sessionId}/message`, { message }),
    end: (sessionId: string) => call('POST', `/desk/chats/${sessionId}/end`),
    read: (sessionId: string) => call<ChatSession>('GET', `/desk/chats/${sessionId}`),
  };
}

/** Locators: the chat drawer, the conversation, the message field, toasts and a row of the chat list. */
export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Dispatch' });
export const log = (page: Page): Locator => page.getByRole('log');
export const field = (page: Page): Locator => page.getByLabel('Message', { exact: true });
/** Closes a toast, unless it has gone by itself. */
export const dismiss = (page: Page) =>
  toastRegion(page)
    .getByRole('button', { name: 'Dismiss' })
    .evaluateAll((buttons) => (buttons[0] as HTMLElement | undefined)?.click());
export const row = (page: Page, text: string): Locator => page.getByRole('tabpanel').getByRole('link').filter({ hasText: text });

/** Types and sends a message. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Returns the session id in the page's URL. */
export const sessionIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Holds the responses to matching requests until `release`. `asked` resolves once the first request was made. */
export async function holdAnswers(page: Page, isHeld: (url: URL, body: string) => boolean) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.startsWith('/api/'),
    async (route) => {
      if (!isHeld(new URL(route.request().url()), route.request().postData() ?? '')) return route.fallback();
      const response = await route.fetch();
      asked.resolve();
      await released.promise;
      await route.fulfill({ response });
    },
  );
  return { asked: asked.promise, release: released.resolve };
}
