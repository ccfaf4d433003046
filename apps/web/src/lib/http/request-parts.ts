/** Returns the URL of a call: fills in the path parameters and appends the query values that are set. */
export function callUrl(base: string, path: string, params: object | undefined, query: object | undefined): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = (params as Record<string, unknown> | undefined)?.[name];
    if (value === undefined || value === null || value === '') throw new Error(`The parameter ${name} of ${path} is missing.`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text === '' ? `${base}${filled}` : `${base}${filled}?${text}`;
}

/** The selected customer, as sent in the gateway's headers (ERR-01). */
export interface CustomerHeaders {
  customerNumber: string;
  globalCustomerNumber: string;
  datasourceId: number;
}

/**
 * Returns the customer that the call itself names. Its headers then match its path even if the user has selected another customer since.
 */
export function namedCustomer({ params, query }: { params?: object; query?: object }): CustomerHeaders | undefined {
  const { customerNumber, globalCustomerNumber, datasourceId } = { ...query, ...params } as Partial<CustomerHeaders>;
  if (customerNumber === undefined || globalCustomerNumber === undefined || datasourceId === undefined) return undefined;
  return { customerNumber, globalCustomerNumber, datasourceId };
}

/** One attempt of a form to write something. It keeps the idempotency key until the write succeeds or its content changes. */
export interface Attempt {
  /** Returns the key of this content: the same one until it is finished. */
  keyOf(content: string): string;
  /** The write with this key succeeded, so the next one is another write. */
  finish(key: string): void;
}

/** Creates the attempt of one form. */
export function createAttempt(): Attempt {
  let open: { content: string; key: string } | undefined;
  return {
    keyOf(content) {
      if (open?.content !== content) open = { content, key: crypto.randomUUID() };
      return open.key;
    },
    finish(key) {
      if (open?.key === key) open = undefined;
    },
  };
}

/** Returns a form's fields and files as text, to notice a change. A file is compared by what the browser knows without reading it. */
export function formContent(form: FormData): string {
  return JSON.stringify(
    [...form].map(([name, value]) => [name, value instanceof File ? [value.name, value.size, value.lastModified] : value]),
  );
}
