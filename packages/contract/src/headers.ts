/** Request headers of the gateway (ERR-01). */
export const HEADERS = {
  subscriptionKey: 'Ocp-Apim-Subscription-Key',
  customerNumber: 'X-Customer-Number',
  globalCustomerNumber: 'X-Global-Customer-Number',
  datasourceId: 'X-Datasource-Id',
  /** Sent only by machines. */
  serviceKey: 'X-Service-Key',
  /** The view session of a staff member who sees the portal as a user. */
  viewAs: 'X-View-As',
  requestId: 'X-Request-Id',
  /** Names a write, so that sending it again does it only once. */
  idempotencyKey: 'Idempotency-Key',
} as const;

/** Returns a text as a header can carry it: percent-encoded if it has letters beyond ASCII, which a browser refuses, or a percent sign. */
export const headerText = (text: string): string => (/^[\x20-\x24\x26-\x7e]*$/.test(text) ? text : encodeURIComponent(text));

/** Returns the text of a header that may be percent-encoded. */
export function textOfHeader(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The call that signs out. Apart from its endpoint, because the page without a session needs no more of the contract. */
export const SIGN_OUT = { method: 'POST', path: '/users/me/sign-out' } as const;
