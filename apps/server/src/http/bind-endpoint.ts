import './request-fields.ts';
import { Readable } from 'node:stream';
import type { Answer, Endpoint, FileRules, Input } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import { PERMISSION_CODES } from '@yardage/contract/permissions';
import { GRANTABLE_SCOPES } from '@yardage/contract/service-scopes';
import { DESK_AREAS } from '@yardage/contract/staff-roles';
import { keepLanguage, runInLanguage } from '@yardage/messages/language';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Identity } from '#server/adapters/identity/port';
import type { Database } from '#server/database/database';
import type { Admission } from './admission.ts';
import { EventStream, FileStream, JsonText, NoContent, PdfFile } from './answers.ts';
import { ApiError, type FieldErrors } from './api-error.ts';
import { countedAddress } from './caller-address.ts';
import { type Form, readForm, type UploadedFile } from './form.ts';
import type { Guard } from './guard.ts';
import { executeOnce, idempotencyKeyOf, keyedWrite } from './idempotency.ts';
import { LIMIT_MESSAGES } from './limits.messages.ts';
import { PerUserSemaphore } from './per-user-semaphore.ts';
import type { Caller, Scope } from './scope.ts';
import { Semaphore } from './semaphore.ts';
import { isReadableWithKey, type ServiceCaller, type ServiceKeys } from './service-keys.ts';
import { endWhenUnread } from './unread-answers.ts';
import { validationTexts } from './validation-texts.ts';

type CallerOf<E extends Endpoint> = E['access'] extends { service: string }
  ? ServiceCaller
  : E['access'] extends { public: string }
    ? undefined
    : Caller;

/** What a handler gets: validated input, the caller (a user or a machine) and the customer scope. */
export interface HandlerInput<E extends Endpoint> extends Input<E> {
  caller: CallerOf<E>;
  /** Present for endpoints whose scope is a customer. */
  scope: Scope;
  /** For endpoints with `usesSelectedCustomer`: the customer of the headers, if the caller has access to it. */
  selected: Scope | undefined;
  requestId: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** The identity of the token; undefined for endpoints without sign-in. */
  identity: Identity | undefined;
  /** The uploaded files of an endpoint that accepts files. */
  files: readonly UploadedFile[];
}

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
) => Promise<Answer<E> | JsonText<Answer<E>> | PdfFile | FileStream | EventStream<Answer<E>> | NoContent>;
export type Bind = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

export interface CallLimits {
  callsPerMinute: number;
  serviceCallsPerMinute: number;
}

interface BinderParts {
  database: Database;
  guard: Guard;
  serviceKeys: ServiceKeys;
  limits: CallLimits;
  admission: Admission;
}

/** How many forms with files are in memory at a time. Others wait unread; each user has a lower limit of their own. */
const UPLOADS_AT_ONCE = 24;
/** All callers of public forms count as one user. */
const ANONYMOUS_USER_ID = 0;
const UPLOADS_OF_A_PERSON = { atOnce: 2, waiting: 2, waitMs: 50_000, message: () => LIMIT_MESSAGES.uploads };

/** Binds endpoints of the contract to handlers, with authentication, validation, guard and response. Records which are bound. */
export function endpointBinder(
  app: FastifyInstance,
  { database, guard, serviceKeys, limits, admission }: BinderParts,
): { bind: Bind; bound: Set<string> } {
  const bound = new Set<string>();
  const uploads = new Semaphore(UPLOADS_AT_ONCE);
  const uploadsOfAPerson = new PerUserSemaphore(UPLOADS_OF_A_PERSON);
  /** Reads a form when the caller and the server have room for it, and runs the handler while it is in memory. */
  const readUpload = <T>({ request, reply }: AuthorisedCall, rules: FileRules, run: (form: Form) => Promise<T>): Promise<T> =>
    uploadsOfAPerson.run(request.userId ?? ANONYMOUS_USER_ID, signalOf(reply), () =>
      uploads.run(async () => run(await readForm(request, rules))),
    );
  const bind: Bind = (endpoint, handler) => {
    assertAccessDeclared(endpoint);
    if (bound.has(endpoint.id)) throw new Error(`endpoint ${endpoint.id} is bound twice`);
    bound.add(endpoint.id);
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      config: {
        endpointId: endpoint.id,
        ...(endpoint.itemsIn ? { itemsIn: endpoint.itemsIn } : {}),
        ...rateLimitOf(endpoint, limits, serviceKeys),
      },
      ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes } : {}),
      // Compression would hold back the first lines until there are more.
      ...(endpoint.answersStream ? { compress: false } : {}),
      // After the rate limit, before the body is read.
      preParsing: (request) =>
        runInLanguage(request.language, async () => {
          const { access } = endpoint;
          if (!endpoint.isVital) admission.assertOpen();
          if ('service' in access) request.machine = await guard.authenticateMachine(request, access.service);
          else if (isReadWithKey(request, endpoint)) request.machine = await guard.authenticateCustomerKey(request);
          else request.signedIn = await guard.authenticate(request, endpoint);
        }),
      handler: async (request, reply) => {
        const parsed = runInLanguage(request.language, () => ({
          params: parse(endpoint.params, request.params),
          query: parse(endpoint.query, request.query),
          key: idempotencyKeyOf(request, endpoint),
        }));
        const authorise = () => authorised(guard, request, endpoint);
        const authority = await runInLanguage(request.language, () =>
          endpoint.isVital ? authorise() : admission.enter(() => reply.raw.destroyed, authorise),
        );
        noteCaller(request, authority);
        const call = { request, reply, ...parsed, ...authority };
        const run = (form?: Form) => runHandler(database, endpoint, handler, call, form);
        const answer = await runInLanguage(request.language, () =>
          endpoint.takesFiles ? readUpload(call, endpoint.takesFiles, run) : run(),
        );
        // A reply is thenable, so every async function that returned it would wait for it. Only this one returns it.
        return sendAnswer(request, reply, answer);
      },
    });
  };
  return { bind, bound };
}

/** A customer's key can replace sign-in for reads of that customer's records. A request with a token is treated as signed in. */
function isReadWithKey({ headers }: FastifyRequest, endpoint: Endpoint): boolean {
  const hasKey = headers[HEADERS.serviceKey.toLowerCase()] !== undefined && headers.authorization === undefined;
  return hasKey && isReadableWithKey(endpoint);
}

/** Who calls, and for which customer. */
interface Authority {
  caller: Caller | ServiceCaller | undefined;
  scope: Scope | undefined;
}

/** A call that may be executed once its body fits. */
interface AuthorisedCall extends Authority {
  request: FastifyRequest;
  reply: FastifyReply;
  params: unknown;
  query: unknown;
  /** The call's idempotency key, if it has one. */
  key: string | undefined;
}

/** Returns who calls, for which customer: a user, a customer's own system, the supplier's, or nobody. */
async function authorised(guard: Guard, request: FastifyRequest, endpoint: Endpoint): Promise<Authority> {
  const { signedIn, machine } = request;
  if (signedIn) return guard.authorise(request, endpoint, signedIn);
  if (machine && endpoint.scope === 'customer') return guard.authoriseCustomerKey(request, endpoint, machine);
  return { caller: machine, scope: undefined };
}

/** Notes the caller on the request, for its language, its log line and its limits. */
function noteCaller(request: FastifyRequest, { caller, scope }: Authority): void {
  if (caller && 'language' in caller) request.language ??= caller.language ?? undefined;
  request.customerId = scope?.customerId;
  request.userId = request.signedIn && caller && 'userId' in caller ? caller.userId : undefined;
  request.viewedBy = caller && 'viewedBy' in caller ? caller.viewedBy : undefined;
}

/** Parses the body and runs the handler; a call with an idempotency key runs once and returns the stored answer after that. */
async function runHandler<E extends Endpoint>(
  database: Database,
  endpoint: E,
  handler: Handler<E>,
  { request, reply, params, query, key, caller, scope }: AuthorisedCall,
  form: Form | undefined,
): Promise<unknown> {
  if (!form && request.isMultipart()) throw new ApiError('unsupported-media-type');
  const body = parse(endpoint.body, form ? form.fields : request.body);
  const files = form?.files ?? [];
  const input = {
    params,
    query,
    body,
    caller,
    scope,
    selected: scope,
    requestId: request.id,
    identity: request.signedIn?.identity,
    files,
    // A getter, because few handlers need it.
    get signal() {
      return signalOf(reply);
    },
  };
  const execute = async () => {
    try {
      return await handler(input as unknown as HandlerInput<E>);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-found') await request.countUnknown?.();
      throw error;
    }
  };
  // The supplier's systems need no key: their batches can be repeated.
  if (key === undefined || request.machine) return execute();
  const write = keyedWrite(endpoint, key, { callerId: request.userId, customerId: scope?.customerId, params, query, body, files });
  return executeOnce(database, write, execute, (error) => request.log.error({ err: error }, 'the answer of a write was not stored'));
}

/**
 * Callers of endpoints without sign-in are counted by address, whatever else they send. Machines are counted by key once it was verified,
 * because many may share an address, and one may have several.
 */
function rateLimitOf(
  { access, weight = 1, countsUnknownOnly = false }: Endpoint,
  { callsPerMinute, serviceCallsPerMinute }: CallLimits,
  serviceKeys: ServiceKeys,
): Pick<FastifyContextConfig, 'rateLimit' | 'publicWeight' | 'countsUnknownOnly'> {
  const max = Math.ceil(callsPerMinute / weight);
  if ('service' in access) {
    const header = HEADERS.serviceKey.toLowerCase();
    const maxOfKey = Math.ceil(serviceCallsPerMinute / weight);
    const keyOf = ({ headers }: FastifyRequest) => serviceKeys.rateLimitKeyOf(headers[header]);
    const rateLimit = {
      max: (request: FastifyRequest) => (keyOf(request) ? maxOfKey : max),
      keyGenerator: (request: FastifyRequest) => keyOf(request) ?? countedAddress(request.ip),
    };
    return { rateLimit };
  }
  if ('public' in access)
    return { rateLimit: { max, keyGenerator: ({ ip }) => countedAddress(ip) }, publicWeight: weight, countsUnknownOnly };
  return weight === 1 ? {} : { rateLimit: { max } };
}

/** The server must not start with an endpoint whose access is not declared. */
function assertAccessDeclared(endpoint: Endpoint): void {
  const { access } = endpoint;
  const isDeclared =
    ('anyOf' in access &&
      access.anyOf.length > 0 &&
      access.anyOf.every((code) => PERMISSION_CODES.includes(code)) &&
      endpoint.scope === 'customer') ||
    ('signedIn' in access && access.signedIn.length > 0) ||
    ('staff' in access &&
      access.staff.length > 0 &&
      access.staff.every((area) => DESK_AREAS.includes(area)) &&
      endpoint.scope === 'user') ||
    ('service' in access && GRANTABLE_SCOPES.includes(access.service) && endpoint.scope === 'none') ||
    ('public' in access && access.public.length > 0 && endpoint.scope === 'none');
  if (!isDeclared) throw new Error(`endpoint ${endpoint.id} declares neither a permission nor a reason to do without`);
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {}, validationTexts());
  if (result.success) return result.data;
  const fieldErrors: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join('.') || 'body';
    fieldErrors[field] ??= [];
    fieldErrors[field].push(issue.message);
  }
  throw new ApiError('validation-failed', { fieldErrors });
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (answer instanceof NoContent) return reply.code(204).send();
  if (answer instanceof JsonText) return reply.type('application/json; charset=utf-8').send(answer.text);
  if (answer instanceof FileStream) {
    endWhenUnread(reply.raw);
    if (answer.byteCount !== undefined) reply.header('content-length', answer.byteCount);
    return attach(reply, answer.fileName, answer.contentType).send(answer.stream);
  }
  if (answer instanceof EventStream) return stream(request, reply, answer);
  if (!(answer instanceof PdfFile)) return reply.send(answer);
  if (wantsPdf(request)) return attach(reply, answer.fileName, 'application/pdf').send(answer.bytes);
  return reply.send({ fileName: answer.fileName, contentType: 'application/pdf', data: answer.bytes.toString('base64') });
}

/** Returns a signal that is aborted when the response was sent or the client disconnected. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Sends one JSON object per line. The signal is aborted when the client disconnects. */
function stream({ language }: FastifyRequest, reply: FastifyReply, { events }: EventStream<unknown>): FastifyReply {
  const signal = signalOf(reply);
  async function* lines(): AsyncGenerator<string> {
    for await (const event of keepLanguage(events(signal), language)) yield `${JSON.stringify(event)}\n`;
  }
  // Tells proxies not to buffer the response.
  return reply
    .type('application/x-ndjson; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(lines(), { objectMode: false }));
}

function attach(reply: FastifyReply, fileName: string, contentType: string): FastifyReply {
  return reply.type(contentType).header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`);
}

function wantsPdf(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  return accept.includes('application/pdf') && !accept.includes('application/json');
}
