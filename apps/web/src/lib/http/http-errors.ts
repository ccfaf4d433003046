/** The fields of a problem document that the web app reads. A proxy's error page has none of them. */
export interface ProblemBody {
  title?: string | undefined;
  detail?: string | undefined;
  code?: string | undefined;
  traceId?: string | undefined;
  errors?: Record<string, string[]> | undefined;
  /** Additional fields, such as the current cart. */
  extensions?: Record<string, unknown> | undefined;
}

const STANDARD_FIELDS = new Set(['type', 'title', 'status', 'detail', 'code', 'traceId', 'errors']);

/** The server responded with a 4xx or 5xx status. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly problem: ProblemBody;

  constructor(status: number, problem: ProblemBody) {
    super(problem.title ?? `The server answered ${status}.`);
    this.status = status;
    this.problem = problem;
  }
}

/** Statuses below 500 after which the same call may succeed: signing in again, a slow connection, too many calls. */
const TEMPORARY_4XX = [401, 408, 429];

/** Returns whether the server rejected a call for good, so that a retry is unlikely to succeed. */
export function isPermanentFailure(error: unknown): error is HttpProblem {
  return error instanceof HttpProblem && error.status < 500 && !TEMPORARY_4XX.includes(error.status);
}

/** There was no usable response. */
export class NetworkFailure extends Error {
  override readonly name: string = 'NetworkFailure';
}

/** A write was sent but got no response in time. Whether it was executed is unknown. */
export class UnansweredWrite extends NetworkFailure {
  override readonly name = 'UnansweredWrite';
  /** Whether it can be sent again without being done twice. False for answers with a secret, which the server does not keep. */
  readonly isRepeatable: boolean;

  constructor(isRepeatable: boolean, options?: ErrorOptions) {
    super('The write was not answered.', options);
    this.isRepeatable = isRepeatable;
  }
}

/** The call was cancelled by its caller. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** There is no access token any more. The user has already been asked to sign in again. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';
}

/** Reads the body of an error response as far as possible. */
export async function readProblem(response: Response): Promise<ProblemBody> {
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    return {};
  }
  if (typeof body !== 'object' || body === null) return {};
  const text = (key: string): string | undefined => {
    const value = (body as Record<string, unknown>)[key];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    title: text('title'),
    detail: text('detail'),
    code: text('code'),
    traceId: text('traceId'),
    errors: fieldErrors((body as Record<string, unknown>).errors),
    extensions: extensionsOf(body),
  };
}

function extensionsOf(body: object): Record<string, unknown> | undefined {
  const entries = Object.entries(body).filter(([name]) => !STANDARD_FIELDS.has(name));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function fieldErrors(value: unknown): Record<string, string[]> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields: [string, string[]][] = [];
  for (const [field, messages] of Object.entries(value)) {
    const texts = (Array.isArray(messages) ? messages : [messages]).filter((message) => typeof message === 'string');
    if (texts.length > 0) fields.push([field, texts]);
  }
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
