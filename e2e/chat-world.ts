import type { ChatMessage, ChatSession } from '@yardage/contract/chat';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import type { Locator, Page } from 'playwright-core';
import { fetchToken } from '../scripts/token.ts';

export const OWNER = 'owner@example.com';
export const STAFF = 'dispatcher@example.com';

const PLACE = { street: '12 Bonny Oaks Dr', city: 'Chattanooga', state: 'TN', zip: '37402', latitude: null, longitude: null };
const CLIENT = '/chat/customers/client';

/** Somebody at his own client, to whom the page under test talks. */
export interface ChatPerson {
  call<T>(method: string, path: string, body?: object): Promise<T>;
}

/** Signs in without a browser. */
async function signedIn(url: string, email: string): Promise<ChatPerson> {
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
  const numbers = await call<CustomerNumberEntry[]>('GET', '/users/global-customer-numbers');
  const [first] = numbers;
  if (first) {
    headers['x-customer-number'] = first.customerNumber;
    headers['x-global-customer-number'] = first.globalCustomerNumber;
    headers['x-datasource-id'] = String(first.datasourceId);
  }
  return { call };
}

/** A customer who starts chats and writes. */
export async function customerAt(url: string, email = OWNER) {
  const { call } = await signedIn(url, email);
  return {
    call,
    async start(jobRequirement: string, street = PLACE.street): Promise<string> {
      const context = { jobAddress: { ...PLACE, street }, jobRequirement };
      return (await call<{ session: ChatSession }>('POST', `${CLIENT}/start`, { category: 1, context })).session.sessionId;
    },
    say: (sessionId: string, message: string) => call<ChatMessage>('POST', `${CLIENT}/${sessionId}/message`, { message }),
    end: (sessionId: string) => call('POST', `${CLIENT}/${sessionId}/end`),
    read: (sessionId: string) => call<ChatSession>('GET', `${CLIENT}/${sessionId}`),
  };
}

/** A dispatcher who joins and answers. */
export async function dispatcherAt(url: string) {
  const { call } = await signedIn(url, STAFF);
  return {
    join: (sessionId: string) => call('POST', `/desk/chats/${sessionId}/join`),
    say: (sessionId: string, message: string) => call<ChatMessage>('POST', `/desk/chats/${sessionId}/message`, { message }),
    end: (sessionId: string) => call('POST', `/desk/chats/${sessionId}/end`),
    read: (sessionId: string) => call<ChatSession>('GET', `/desk/chats/${sessionId}`),
  };
}

/** The conversation, the field below it, and one message in it. */
export const log = (page: Page): Locator => page.getByRole('log');
export const field = (page: Page): Locator => page.getByLabel('Message', { exact: true });
export const toast = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });
export const row = (page: Page, text: string): Locator => page.getByRole('tabpanel').getByRole('link').filter({ hasText: text });

/** Writes as a person does. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** The chat that the page's address names. */
export const sessionIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';
