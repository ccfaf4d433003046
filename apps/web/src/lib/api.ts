import { publicConfig } from './config/public-config.ts';
import { currentCustomer } from './customer/customer-store.ts';
import { createHttpClient } from './http/http-client.ts';
import { accessToken } from './session/session.ts';

let unauthorizedHandler: () => void = () => undefined;

/** Says what happens on a 401 (ERR-04); given by the app, because a client knows no screens. */
export function handleUnauthorized(handler: () => void): void {
  unauthorizedHandler = handler;
}

/** The app's client of the server's API. */
export const api = createHttpClient({
  baseUrl: '/api',
  fetch: (input, init) => fetch(input, init),
  subscriptionKey: () => publicConfig().subscriptionKey,
  accessToken,
  customer: currentCustomer,
  onUnauthorized: () => unauthorizedHandler(),
});
