import type { Answer, Call, Endpoint } from '@yardage/contract/endpoint';
import { HEADERS, headerText } from '@yardage/contract/headers';
import { readLines, receive, type UploadForm, uploadForm } from './body-streams.ts';
import { type Deadline, isOverdue, pause, startDeadline, untilAborted } from './deadline.ts';
import { Cancelled, HttpProblem, NetworkFailure, readProblem, SessionLost, UnansweredWrite } from './http-errors.ts';
import { type Attempt, type CustomerHeaders, callUrl, formContent, namedCustomer } from './request-parts.ts';

/** Time limits of calls. */
export interface HttpLimits {
  /** For a read including its retry. */
  readMs: number;
  /** For a write without its own limit. */
  writeMs: number;
  /** How long an upload or download may make no progress. */
  silenceMs: number;
  /** How long a stream may be silent. It is longer, because the answer may take time to compute. */
  streamSilenceMs: number;
}

const LIMITS: HttpLimits = { readMs: 30_000, writeMs: 30_000, silenceMs: 60_000, streamSilenceMs: 180_000 };
const RETRY_AFTER_MS = 400;
/** The longest wait before a retry, even if an overloaded server names a later time. */
const MAX_RETRY_MS = 5_000;
/** Statuses of a proxy while the server restarts. */
const GATEWAY_STATUSES = [502, 503, 504];

type MayBeLeftOut<T> = undefined extends T ? true : object extends T ? true : false;
type OptionalParts<T> = { [K in keyof T as MayBeLeftOut<T[K]> extends true ? K : never]?: T[K] } & {
  [K in keyof T as MayBeLeftOut<T[K]> extends true ? never : K]: T[K];
};

/** The arguments of a call. Parts that the endpoint does not have may be omitted. */
export type CallArguments<E extends Endpoint> = OptionalParts<Call<E>>;

/** The arguments of an upload. Fields and files are in one form. */
export type UploadArguments<E extends Endpoint> = Omit<CallArguments<E>, 'body'> & { body: FormData };

export interface HttpClientOptions {
  baseUrl: string;
  fetch: typeof fetch;
  /** Sends a form and reports upload progress, which fetch cannot do. */
  upload?: UploadForm;
  subscriptionKey(): string;
  /** Rejects if there is no token, or with NetworkFailure if that could not be determined. */
  accessToken(): Promise<string>;
  customer(): CustomerHeaders | null;
  /** The language in which the server answers. */
  language?(): string;
  /** The view session of a staff member who sees the portal as a user. */
  viewId?(): string | undefined;
  /** Called once for every 401 response and every missing token. */
  onUnauthorized(): void;
  limits?: HttpLimits;
}

/** How a write is sent. */
export interface WriteOptions {
  /** The form's attempt. A retry has the same idempotency key, so that the server does it once and returns the first answer. */
  attempt?: Attempt | undefined;
}

interface CallOptions extends WriteOptions {
  /** Cancels a read. Writes ignore it. */
  signal?: AbortSignal | undefined;
  /** Time limit of this call, if the default is too short. */
  timeoutMs?: number;
}

interface DownloadOptions {
  signal?: AbortSignal | undefined;
  onBytes?: (bytes: number) => void;
}

export interface HttpClient {
  /** Calls an endpoint of the contract. Rejects with HttpProblem, NetworkFailure, Cancelled or SessionLost. */
  call<E extends Endpoint>(endpoint: E, args: CallArguments<E>, options?: CallOptions): Promise<Answer<E>>;
  /** Sends a form with files and reports the progress from 0 to 1. Rejects like `call`. */
  upload<E extends Endpoint>(
    endpoint: E,
    args: UploadArguments<E>,
    onProgress: (progress: number) => void,
    options?: WriteOptions,
  ): Promise<Answer<E>>;
  /** Calls an endpoint that returns one JSON object per line, and reports each as it arrives. Rejects like `call`. */
  stream<E extends Endpoint>(endpoint: E, args: CallArguments<E>, signal: AbortSignal, onEvent: (event: Answer<E>) => void): Promise<void>;
  /** Downloads a file and reports the bytes received so far. Rejects like `call`. */
  download<E extends Endpoint>(endpoint: E, args: CallArguments<E>, options?: DownloadOptions): Promise<Blob>;
}

interface CallParts {
  params?: object;
  query?: object;
  body?: unknown;
}

/** What a write needs to be sent. */
interface PreparedWrite {
  key: string | undefined;
  prepare: () => Promise<Request>;
  /** Whether it can be sent again without being done twice. */
  isRepeatable: boolean;
}

interface Request {
  method: Endpoint['method'];
  url: string;
  headers: Headers;
  body: BodyInit | null;
}

/** Creates the app's API client. It knows endpoints and errors, but nothing about pages. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const limits = options.limits ?? LIMITS;
  /** Open writes by idempotency key. */
  const writes = new Map<string, Promise<unknown>>();

  async function headersOf(endpoint: Endpoint, args: CallParts, hasJsonBody: boolean): Promise<Headers> {
    const headers = new Headers({
      Accept: 'application/json',
      ...(options.language && { 'Accept-Language': options.language() }),
      [HEADERS.subscriptionKey]: options.subscriptionKey(),
    });
    if (hasJsonBody) headers.set('Content-Type', 'application/json');
    const customer = namedCustomer(args) ?? options.customer();
    if (customer) {
      headers.set(HEADERS.customerNumber, headerText(customer.customerNumber));
      headers.set(HEADERS.globalCustomerNumber, headerText(customer.globalCustomerNumber));
      headers.set(HEADERS.datasourceId, String(customer.datasourceId));
    }
    if ('public' in endpoint.access) return headers;
    // At the desk a staff member always acts as themselves.
    const viewId = 'staff' in endpoint.access ? undefined : options.viewId?.();
    if (viewId) headers.set(HEADERS.viewAs, viewId);
    try {
      headers.set('Authorization', `Bearer ${await options.accessToken()}`);
    } catch (cause) {
      if (cause instanceof NetworkFailure) throw cause;
      options.onUnauthorized();
      throw new SessionLost('There is no access token.', { cause });
    }
    return headers;
  }

  function ask(request: Request, signal: AbortSignal): Promise<Response> {
    // An answer that was asked for before the app ran does not know the signal.
    return checkedResponse(() => untilAborted(options.fetch(request.url, { ...request, signal }), signal), signal);
  }

  /** Returns the response if it is successful, or throws the matching error. */
  async function checkedResponse(sending: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
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

  async function send(request: Request, signal: AbortSignal): Promise<unknown> {
    return readAnswer(await ask(request, signal), signal);
  }

  async function readAnswer(response: Response, signal: AbortSignal): Promise<unknown> {
    if (response.status === 204) return undefined;
    try {
      return await untilAborted(response.json(), signal);
    } catch (cause) {
      throw noAnswer(cause, signal);
    }
  }

  /** Prepares and sends a request. The signal also aborts the preparation. */
  async function sendOnce(prepare: () => Promise<Request>, signal: AbortSignal): Promise<unknown> {
    return send(await beforeSending(prepare(), signal), signal);
  }

  /** Sends a read. Which read replaces another is decided by the query cache, which cancels by the signal (ERR-03). */
  async function read(prepare: () => Promise<Request>, signal: AbortSignal | undefined, limitMs: number): Promise<unknown> {
    const deadline = startDeadline(limitMs, [signal]);
    try {
      return await sendOnce(prepare, deadline.signal).catch(async (error: unknown) => {
        if (deadline.signal.aborted || !isTransient(error)) throw error;
        await beforeSending(pause(retryAfterMs(error), deadline.signal), deadline.signal);
        return sendOnce(prepare, deadline.signal);
      });
    } finally {
      deadline.clear();
    }
  }

  /** Sends a write. If one with the same key is in flight, returns that one, so that a double click sends nothing twice. */
  function write({ key, prepare, isRepeatable }: PreparedWrite, limitMs: number): Promise<unknown> {
    const open = key !== undefined && writes.get(key);
    if (open) return open;
    const deadline = startDeadline(limitMs);
    const sent = beforeSending(prepare(), deadline.signal)
      .then((request) => orUnanswered(send(request, deadline.signal), deadline, isRepeatable))
      .finally(() => {
        deadline.clear();
        if (key !== undefined) writes.delete(key);
      });
    if (key !== undefined) writes.set(key, sent);
    return sent;
  }

  function prepared(endpoint: Endpoint, args: CallParts, attempt?: Attempt) {
    const { method } = endpoint;
    const url = callUrl(options.baseUrl, endpoint.path, args.params, args.query);
    const isForm = args.body instanceof FormData;
    const body = args.body === undefined ? null : isForm ? (args.body as FormData) : JSON.stringify(args.body);
    const content = isForm ? formContent(args.body as FormData) : body;
    const key = attempt?.keyOf(`${method} ${url} ${options.customer()?.globalCustomerNumber ?? ''} ${content ?? ''}`);
    const prepare = async (): Promise<Request> => {
      const headers = await headersOf(endpoint, args, body !== null && !isForm);
      if (key !== undefined) headers.set(HEADERS.idempotencyKey, key);
      return { method, url, body, headers };
    };
    const finish = <T>(answer: T): T => {
      if (key !== undefined) attempt?.finish(key);
      return answer;
    };
    const isRepeatable = endpoint.ignoresIdempotencyKey === true || (key !== undefined && endpoint.answersSecret !== true);
    return { method, key, prepare, finish, isRepeatable };
  }

  return {
    call: (async (endpoint: Endpoint, args: CallParts, { signal, timeoutMs, attempt }: CallOptions = {}) => {
      const parts = prepared(endpoint, args, attempt);
      if (parts.method === 'GET') return read(parts.prepare, signal, timeoutMs ?? limits.readMs);
      return parts.finish(await write(parts, timeoutMs ?? limits.writeMs));
    }) as HttpClient['call'],

    upload: (async (endpoint: Endpoint, args: CallParts, onProgress: (progress: number) => void, { attempt }: WriteOptions = {}) => {
      const deadline = startDeadline(limits.silenceMs);
      const onMoved = (progress: number): void => {
        deadline.restart();
        onProgress(progress);
      };
      const upload = options.upload ?? uploadForm;
      const { signal } = deadline;
      try {
        const { prepare, finish, isRepeatable } = prepared(endpoint, args, attempt);
        const { url, method, headers } = await beforeSending(prepare(), signal);
        const sending = checkedResponse(() => upload(url, method, headers, args.body as FormData, onMoved, signal), signal);
        const answer = sending.then((response) => readAnswer(response, signal));
        return finish(await orUnanswered(answer, deadline, isRepeatable));
      } finally {
        deadline.clear();
      }
    }) as HttpClient['upload'],

    stream: (endpoint, args, signal, onEvent) =>
      readWithIdleTimeout(endpoint, args as CallParts, startDeadline(limits.streamSilenceMs, [signal]), (response, deadline) =>
        readLines(response.body, (event) => {
          deadline.restart();
          onEvent(event as Answer<typeof endpoint>);
        }),
      ),

    download: (endpoint, args, { signal, onBytes } = {}) =>
      readWithIdleTimeout(endpoint, args as CallParts, startDeadline(limits.silenceMs, [signal]), (response, deadline) =>
        receive(response, (bytes) => {
          deadline.restart();
          onBytes?.(bytes);
        }),
      ),
  };

  /** Reads a response body. The time limit restarts whenever data arrives. */
  async function readWithIdleTimeout<T>(
    endpoint: Endpoint,
    args: CallParts,
    deadline: Deadline,
    take: (response: Response, deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const { signal } = deadline;
    try {
      const response = await ask(await beforeSending(prepared(endpoint, args).prepare(), signal), signal);
      deadline.restart();
      return await untilAborted(take(response, deadline), signal).catch((cause: unknown) => {
        throw noAnswer(cause, signal);
      });
    } finally {
      deadline.clear();
    }
  }
}

/** Waits for work that is needed before sending. If the signal aborts first, it fails as Cancelled or NetworkFailure. */
function beforeSending<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return untilAborted(work, signal).catch((cause: unknown) => {
    throw signal.aborted ? noAnswer(cause, signal) : cause;
  });
}

/** Turns a timeout into UnansweredWrite, because the server may have executed the write. */
function orUnanswered<T>(answer: Promise<T>, { signal }: Deadline, isRepeatable: boolean): Promise<T> {
  return answer.catch((cause: unknown) => {
    if (cause instanceof NetworkFailure && isOverdue(signal)) throw new UnansweredWrite(isRepeatable, { cause });
    throw cause;
  });
}

/** Returns whether a retry of the read may succeed. */
function isTransient(error: unknown): boolean {
  return error instanceof NetworkFailure || (error instanceof HttpProblem && GATEWAY_STATUSES.includes(error.status));
}

/** Returns how long to wait before a retry. The clocks of server and browser may differ, hence the limits. */
function retryAfterMs(error: unknown): number {
  const retryAt = error instanceof HttpProblem ? error.problem.extensions?.retryAt : undefined;
  const leftMs = typeof retryAt === 'string' ? Date.parse(retryAt) - Date.now() : 0;
  return Math.min(Math.max(leftMs || 0, RETRY_AFTER_MS), MAX_RETRY_MS);
}

function noAnswer(cause: unknown, signal: AbortSignal): Cancelled | NetworkFailure {
  const reason: unknown = signal.aborted ? signal.reason : cause;
  if (signal.aborted && !isOverdue(signal)) return new Cancelled('The call was given up.', { cause: reason });
  return new NetworkFailure('No response.', { cause });
}
