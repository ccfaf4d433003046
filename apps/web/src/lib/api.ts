import { publicConfig } from './config/public-config.ts';
import { currentCustomer } from './customer/customer-url.ts';
import { isOverdue } from './http/deadline.ts';
import { noteFirstRead, takeEarlyCall } from './http/early-calls.ts';
import { createHttpClient } from './http/http-client.ts';
import { noteServerTime } from './http/server-clock.ts';
import { shownLanguage } from './language/language.ts';
import { noteAnswer, noteNoAnswer } from './offline/connection.ts';
import { accessToken } from './session/access-token.ts';
import { currentView } from './session/view-as.ts';

let unauthorizedHandler: () => void = () => undefined;

/** Sets what happens on a 401 (ERR-04). The app sets it, because the client knows nothing about pages. */
export function setUnauthorizedHandler(handler: () => void): void {
  unauthorizedHandler = handler;
}

/** The app's API client. */
export const api = createHttpClient({
  baseUrl: '/api',
  fetch: async (input, init) => {
    if (init?.method === 'GET' && !currentView()) noteFirstRead(String(input));
    const sentAtMs = Date.now();
    try {
      const early = init?.method === 'GET' ? await takeEarlyCall(String(input), new Headers(init.headers)) : undefined;
      const response = early ?? (await fetch(input, init));
      noteAnswer();
      // An early answer may have waited to be taken.
      if (!early) noteServerTime(response.headers.get('date'), sentAtMs, Date.now());
      return response;
    } catch (cause) {
      // A connection that swallows everything answers nothing, and reports no error either.
      if (!init?.signal?.aborted || isOverdue(init.signal)) noteNoAnswer();
      throw cause;
    }
  },
  subscriptionKey: () => publicConfig().subscriptionKey,
  accessToken,
  customer: currentCustomer,
  language: shownLanguage,
  viewId: () => currentView()?.id,
  onUnauthorized: () => unauthorizedHandler(),
});
