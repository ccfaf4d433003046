import type { Answer, Call, Endpoint } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import { callUrl } from './call-url.ts';
import { Cancelled, HttpProblem, NetworkFailure, readProblem, SessionLost } from './http-errors.ts';
import { readLines } from './read-lines.ts';
import { type UploadForm, uploadForm } from './upload-form.ts';

/** A read without an answer for this long counts as no response. */
const READ_TIMEOUT_MS = 30_000;

type MayBeLeftOut<T> = undefined extends T ? true : object extends T ? true : false;
type OptionalParts<T> = { [K in keyof T as MayBeLeftOut<T[K]> extends true ? K : never]?: T[K] } & {
  [K in keyof T as MayBeLeftOut<T[K]> extends true ? never : K]: T[K];
};

/** What a call of the endpoint is made with; parts the endpoint does not have may be left out. */
export type CallArguments<E extends Endpoint> = OptionalParts<Call<E>>;

/** What a form with files is sent with: its fields and files stand in one form. */
export type UploadArguments<E extends Endpoint> = Omit<CallArguments<E>, 'body'> & { body: FormData };

/** The selected customer as the gateway's headers carry it (ERR-01). */
export interface CustomerHeaders {
  customerNumber: string;
  globalCustomerNumber: string;
  datasourceId: number;
}

export interface HttpClientOptions {
  baseUrl: string;
  fetch: typeof fetch;
  /** Sends a form and tells how much of it is under way, which fetch does not. */
  upload?: UploadForm;
  subscriptionKey(): string;
  /** Rejects when there is no token to be had; with NetworkFailure when that could not be found out. */
  accessToken(): Promise<string>;
  customer(): CustomerHeaders | null;
  /** Told once for every answer 401 and every token that could not be had. */
  onUnauthorized(): void;
}

export interface HttpClient {
  /** Calls an endpoint of the contract; rejects with HttpProblem, NetworkFailure, Cancelled or SessionLost. */
  call<E extends Endpoint>(endpoint: E, args: CallArguments<E>, signal?: AbortSignal): Promise<Answer<E>>;
  /** Sends a form with files, saying which share of it has left; rejects like `call`. */
  upload<E extends Endpoint>(endpoint: E, args: UploadArguments<E>, onShare: (share: number) => void): Promise<Answer<E>>;
  /** Calls an endpoint that answers one object a line, telling each as it comes; rejects like `call`. */
  stream<E extends Endpoint>(endpoint: E, args: CallArguments<E>, signal: AbortSignal, onEvent: (event: Answer<E>) => void): Promise<void>;
  /** Fetches the file of an endpoint that answers one, saying how much of it is there; rejects like `call`. */
  download<E extends Endpoint>(endpoint: E, args: CallArguments<E>, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<Blob>;
}

interface CallParts {
  params?: object;
  query?: object;
  body?: unknown;
}

interface Request {
  method: Endpoint['method'];
  url: string;
  headers: Headers;
  body: BodyInit | null;
}

/** Makes the one client through which the app talks to the server; it knows endpoints and errors, and nothing of screens. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const reads = new Map<string, AbortController>();
  const writes = new Map<string, Promise<unknown>>();

  async function headersOf(endpoint: Endpoint, args: CallParts, hasJsonBody: boolean): Promise<Headers> {
    const headers = new Headers({ Accept: 'application/json', [HEADERS.subscriptionKey]: options.subscriptionKey() });
    if (hasJsonBody) headers.set('Content-Type', 'application/json');
    const customer = namedCustomer(args) ?? options.customer();
    if (customer) {
      headers.set(HEADERS.customerNumber, customer.customerNumber);
      headers.set(HEADERS.globalCustomerNumber, customer.globalCustomerNumber);
      headers.set(HEADERS.datasourceId, String(customer.datasourceId));
    }
    if ('public' in endpoint.access) return headers;
    try {
      headers.set('Authorization', `Bearer ${await options.accessToken()}`);
    } catch (cause) {
      if (cause instanceof NetworkFailure) throw cause;
      options.onUnauthorized();
      throw new SessionLost('There is no access token.', { cause });
    }
    return headers;
  }

  function ask(request: Request, signal: AbortSignal | undefined): Promise<Response> {
    return settle(() => options.fetch(request.url, { ...request, ...(signal && { signal }) }), signal);
  }

  /** The answer to what was sent, if it is a good one. */
  async function settle(sending: () => Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
    let response: Response;
    try {
      response = await sending();
    } catch (cause) {
      throw noAnswer(cause, signal);
    }
    if (response.status === 401) options.onUnauthorized();
    if (!response.ok) throw new HttpProblem(response.status, await readProblem(response));
    return response;
  }

  async function send(request: Request, signal: AbortSignal | undefined): Promise<unknown> {
    return readAnswer(await ask(request, signal), signal);
  }

  async function readAnswer(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
    if (response.status === 204) return undefined;
    try {
      return await response.json();
    } catch (cause) {
      throw noAnswer(cause, signal);
    }
  }

  async function read(key: string, prepare: () => Promise<Request>, signal: AbortSignal | undefined): Promise<unknown> {
    reads.get(key)?.abort(new Cancelled('An identical read took over.'));
    const own = new AbortController();
    reads.set(key, own);
    const timeout = AbortSignal.timeout(READ_TIMEOUT_MS);
    const either = AbortSignal.any(signal ? [own.signal, signal, timeout] : [own.signal, timeout]);
    try {
      const request = await prepare();
      if (either.aborted) throw noAnswer(either.reason, either);
      return await send(request, either);
    } finally {
      if (reads.get(key) === own) reads.delete(key);
    }
  }

  /** An identical write while the first is open is that first one: nothing is sent twice. */
  function write(key: string, prepare: () => Promise<Request>): Promise<unknown> {
    const open = writes.get(key);
    if (open) return open;
    const sent = prepare()
      .then((request) => send(request, undefined))
      .finally(() => writes.delete(key));
    writes.set(key, sent);
    return sent;
  }

  function prepared(endpoint: Endpoint, args: CallParts) {
    const { method } = endpoint;
    const url = callUrl(options.baseUrl, endpoint.path, args.params, args.query);
    const isForm = args.body instanceof FormData;
    const body = args.body === undefined ? null : isForm ? (args.body as FormData) : JSON.stringify(args.body);
    const prepare = async (): Promise<Request> => ({
      method,
      url,
      body,
      headers: await headersOf(endpoint, args, body !== null && !isForm),
    });
    return { method, url, body, prepare };
  }

  return {
    call: (async (endpoint: Endpoint, args: CallParts, signal?: AbortSignal) => {
      const { method, url, body, prepare } = prepared(endpoint, args);
      const key = `${method} ${url} ${options.customer()?.globalCustomerNumber ?? ''}`;
      if (method === 'GET') return read(key, prepare, signal);
      return write(`${key} ${body ?? ''}`, prepare);
    }) as HttpClient['call'],

    upload: (async (endpoint: Endpoint, args: CallParts, onShare: (share: number) => void) => {
      const { url, method, headers } = await prepared(endpoint, args).prepare();
      const response = await settle(() => (options.upload ?? uploadForm)(url, method, headers, args.body as FormData, onShare), undefined);
      return readAnswer(response, undefined);
    }) as HttpClient['upload'],

    stream: async (endpoint, args, signal, onEvent) => {
      const response = await ask(await prepared(endpoint, args as CallParts).prepare(), signal);
      try {
        await readLines(response.body, onEvent as (value: unknown) => void);
      } catch (cause) {
        throw noAnswer(cause, signal);
      }
    },

    download: async (endpoint, args, signal, onBytes) => {
      const response = await ask(await prepared(endpoint, args as CallParts).prepare(), signal);
      try {
        return await receive(response, onBytes);
      } catch (cause) {
        throw noAnswer(cause, signal);
      }
    },
  };
}

/** The customer that a call names itself: its headers agree with its path when another customer has been selected meanwhile. */
function namedCustomer({ params, query }: CallParts): CustomerHeaders | undefined {
  const { customerNumber, globalCustomerNumber, datasourceId } = { ...query, ...params } as Partial<CustomerHeaders>;
  if (customerNumber === undefined || globalCustomerNumber === undefined || datasourceId === undefined) return undefined;
  return { customerNumber, globalCustomerNumber, datasourceId };
}

/** The body as a blob, which the browser itself gathers, on disk where it is large. */
function receive(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  let bytes = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counting) ?? null).blob();
}

function noAnswer(cause: unknown, signal: AbortSignal | undefined): Cancelled | NetworkFailure {
  const reason: unknown = signal?.aborted ? signal.reason : cause;
  if (reason instanceof Cancelled) return reason;
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError';
  if (signal?.aborted && !isTimeout) return new Cancelled('The call was given up.', { cause: reason });
  return new NetworkFailure('No response.', { cause });
}
