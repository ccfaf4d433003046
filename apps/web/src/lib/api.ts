import { publicConfig } from './config/public-config.ts';
import { currentCustomer } from './customer/customer-address.ts';
import { createHttpClient } from './http/http-client.ts';
import { shownLanguage } from './language/language.ts';
import { accessToken } from './session/session.ts';
import { currentView } from './session/view-as.ts';

let unauthorizedHandler: () => void = () => undefined;

/** Sets what happens on a 401 (ERR-04). The app sets it, because the client knows nothing about pages. */
export function handleUnauthorized(handler: () => void): void {
  unauthorizedHandler = handler;
}

/** The app's API client. */
export const api = createHttpClient({
  baseUrl: '/api',
  fetch: (input, init) => fetch(input, init),
  subscriptionKey: () => publicConfig().subscriptionKey,
  accessToken,
  customer: currentCustomer,
  language: shownLanguage,
  viewId: () => currentView()?.id,
  onUnauthorized: () => unauthorizedHandler(),
});
