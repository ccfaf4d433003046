import type { Endpoint } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import { holdsAny } from '@yardage/contract/permissions';
import type { ServiceScope } from '@yardage/contract/service-scopes';
import { mayUseDesk } from '@yardage/contract/staff-roles';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type Identity, type IdentityPort, TokenRefusedError } from '#server/adapters/identity/port';
import type { Database } from '#server/database/database';
import { ApiError } from './api-error.ts';
import { tokenOf } from './bearer-token.ts';
import { isSameSecret } from './same-secret.ts';
import {
  atCustomer,
  type CallerRecord,
  findCaller,
  findKeyCustomer,
  findViewed,
  type GrantedCustomer,
  linkSubject,
  noteSignIn,
} from './scope.queries.ts';
import { type Caller, type CustomerClaim, customerClaimOf, type Scope, type SignedIn } from './scope.ts';
import { assertScope, type ServiceCaller, type ServiceKeys } from './service-keys.ts';
import { UUID } from './uuid.ts';
import { findOpenView, type OpenView } from './view-sessions.queries.ts';

export interface GuardSettings {
  subscriptionKey: string;
  /** Older keys that are still accepted while pages with them are open. */
  formerSubscriptionKeys?: readonly string[];
  isSubscriptionKeyRequired: boolean;
  log?: Logger;
}

/** How long the provider is not asked again about a subject without a user. */
const UNKNOWN_SUBJECT_MS = 10_000;
const MAX_UNKNOWN_SUBJECTS = 5000;
const MAX_SEEN_SESSIONS = 50_000;

/** Authenticates callers and checks their permissions; one instance serves all endpoints. */
export class Guard {
  readonly #database: Database;
  readonly #identity: IdentityPort;
  readonly #serviceKeys: ServiceKeys;
  readonly #settings: GuardSettings;
  /** Subjects without a user, and until when the provider is not asked about them again. */
  readonly #unknownSubjects = new Map<string, number>();
  /** Keys of the sessions whose sign-in this process has stored. */
  readonly #seenSessions = new Set<string>();

  constructor(database: Database, identity: IdentityPort, serviceKeys: ServiceKeys, settings: GuardSettings) {
    this.#database = database;
    this.#identity = identity;
    this.#serviceKeys = serviceKeys;
    this.#settings = settings;
  }

  /** Checks the key of a machine and its scope, before the body is read. */
  async authenticateMachine(request: FastifyRequest, required: ServiceScope): Promise<ServiceCaller> {
    const machine = await this.#serviceKeys.verify(request.headers[HEADERS.serviceKey.toLowerCase()]);
    assertScope(machine, required);
    return machine;
  }

  /** Checks the key of a customer's own system, which takes the place of sign-in where records are only read. */
  async authenticateCustomerKey(request: FastifyRequest): Promise<ServiceCaller> {
    return this.#serviceKeys.verify(request.headers[HEADERS.serviceKey.toLowerCase()]);
  }

  /** Finds the customer of such a key, and checks its permission like a member's. */
  async authoriseCustomerKey(
    request: FastifyRequest,
    endpoint: Endpoint,
    machine: ServiceCaller,
  ): Promise<{ caller: Caller; scope: Scope }> {
    const claim = customerClaimOf(request);
    const isNamed = machine.customerId !== null && Object.keys(claim).length > 0;
    const customer = isNamed ? await findKeyCustomer(this.#database, machine.customerId ?? 0, claim) : undefined;
    if (!customer) throw new ApiError('customer-not-granted');
    if (!('anyOf' in endpoint.access) || !holdsAny(machine.scopes, endpoint.access.anyOf)) throw new ApiError('permission-missing');
    // A negative id belongs to no user. Each key gets its own, and so its own limits for expensive work.
    const userId = -(machine.keyId ?? 0);
    const caller = { userId, email: '', firstName: machine.name, lastName: '', staffRole: null, language: null };
    return { caller, scope: { ...customer, userId, permissions: machine.scopes } };
  }

  /** Runs before the body is read: checks the subscription key and token. */
  async authenticate(request: FastifyRequest, endpoint: Endpoint): Promise<SignedIn | undefined> {
    this.#checkSubscriptionKey(request);
    if ('public' in endpoint.access) return undefined;
    const token = tokenOf(request);
    if (!token) throw new ApiError('not-signed-in');
    return { token, identity: await this.#verify(token) };
  }

  /** Returns who a token belongs to and until when it is valid, for a persistent connection instead of a request. */
  async recognise(token: string, viewId?: unknown): Promise<{ caller: Caller; identity: Identity; view: OpenView | undefined }> {
    const identity = await this.#verify(token);
    const { record, view } = await this.#find({ token, identity }, undefined, viewId);
    return { caller: callerOf(record, view), identity, view };
  }

  async #verify(token: string): Promise<Identity> {
    try {
      return await this.#identity.verify(token);
    } catch (error) {
      if (error instanceof TokenRefusedError) throw new ApiError('not-signed-in', { cause: error });
      throw new ApiError('service-unavailable', { cause: error });
    }
  }

  /** Runs after path and query were validated: finds the user and customer, and checks the permission. */
  async authorise(request: FastifyRequest, endpoint: Endpoint, signedIn: SignedIn): Promise<{ caller: Caller; scope: Scope | undefined }> {
    const isScoped = endpoint.scope === 'customer';
    const claim = isScoped || endpoint.usesSelectedCustomer ? customerClaimOf(request) : undefined;
    const { record, view } = await this.#find(signedIn, claim, request.headers[HEADERS.viewAs.toLowerCase()]);
    // For the log line, also if the call is refused below.
    request.userId = record?.userId;
    // A view shows and changes nothing, whatever the endpoint is.
    if (view && endpoint.method !== 'GET') throw new ApiError('view-read-only');
    const caller = callerOf(record, view);
    if ('staff' in endpoint.access && !mayUseDesk(caller.staffRole, endpoint.access.staff)) throw new ApiError('permission-missing');
    const customer = claim && customerOf(record, claim);
    if (!customer) {
      if (isScoped) throw new ApiError('customer-not-granted');
      return { caller, scope: undefined };
    }
    const entered = atCustomer(caller, customer);
    if ('anyOf' in endpoint.access && !holdsAny(entered.scope.permissions, endpoint.access.anyOf)) throw new ApiError('permission-missing');
    return entered;
  }

  /** Finds the caller: the owner of the token, or the user whose view of the portal they have opened. */
  async #find(
    signedIn: SignedIn,
    claim: CustomerClaim | undefined,
    viewId: unknown,
  ): Promise<{ record: CallerRecord | undefined; view: OpenView | undefined }> {
    const { identity } = signedIn;
    if (viewId === undefined) {
      const record = await this.#findOrLink(signedIn, claim);
      if (record) await this.#noteSignIn(record, identity);
      return { record, view: undefined };
    }
    const isView = typeof viewId === 'string' && UUID.test(viewId);
    const view = isView ? await findOpenView(this.#database, viewId, identity.subject) : undefined;
    if (!view) throw new ApiError('view-ended');
    return { record: await findViewed(this.#database, identity.session, view.userId, claim), view };
  }

  /** Stores the sign-in when the first call of a session arrives. A call does not fail because of it. */
  async #noteSignIn(
    { userId, lastSignInAt, isEnabled, isSignedOut }: CallerRecord,
    { session: { key, issuedAt } }: Identity,
  ): Promise<void> {
    if (this.#seenSessions.has(key)) return;
    if (this.#seenSessions.size >= MAX_SEEN_SESSIONS) this.#seenSessions.clear();
    this.#seenSessions.add(key);
    if (lastSignInAt && Date.parse(lastSignInAt) >= issuedAt.getTime()) return;
    try {
      await noteSignIn(this.#database, userId, issuedAt);
      // Other callers are refused by `callerOf`, and the log line of the request says so.
      if (isEnabled && !isSignedOut) this.#settings.log?.info({ userId, issuedAt }, 'signed in');
    } catch {
      this.#seenSessions.delete(key);
    }
  }

  async #findOrLink(signedIn: SignedIn, claim: CustomerClaim | undefined): Promise<CallerRecord | undefined> {
    const { identity } = signedIn;
    const { subject } = identity;
    const known = await findCaller(this.#database, identity, claim);
    if (known) return known;
    const address = await this.#verifiedEmail(signedIn);
    // If two first requests run at once, only one links the subject; both find it linked.
    if (address) await linkSubject(this.#database, subject, address);
    const linked = address && (await findCaller(this.#database, identity, claim));
    if (linked) return linked;
    if (this.#unknownSubjects.size >= MAX_UNKNOWN_SUBJECTS) this.#unknownSubjects.clear();
    this.#unknownSubjects.set(subject, performance.now() + UNKNOWN_SUBJECT_MS);
    return undefined;
  }

  /** Returns the email that links a subject to a user on first sign-in. The provider is not asked on every request of an unknown person. */
  async #verifiedEmail({ token, identity: { subject, email } }: SignedIn): Promise<string | undefined> {
    if (email.kind === 'verified') return email.address;
    if (email.kind === 'unverified') return undefined;
    if ((this.#unknownSubjects.get(subject) ?? 0) > performance.now()) return undefined;
    try {
      return await this.#identity.findEmail(token, subject);
    } catch (error) {
      throw new ApiError('service-unavailable', { cause: error });
    }
  }

  #checkSubscriptionKey(request: FastifyRequest): void {
    const given = request.headers[HEADERS.subscriptionKey.toLowerCase()];
    if (given === undefined && !this.#settings.isSubscriptionKeyRequired) return;
    const { subscriptionKey, formerSubscriptionKeys = [] } = this.#settings;
    if (![subscriptionKey, ...formerSubscriptionKeys].some((key) => isSameSecret(key, given)))
      throw new ApiError('subscription-key-refused');
  }
}

/** Returns the customer that a request names. Undefined if it names none, one that is not the caller's, or does not say which. */
function customerOf(record: CallerRecord | undefined, claim: CustomerClaim): GrantedCustomer | undefined {
  const [customer, ...others] = record?.customers ?? [];
  return others.length > 0 || Object.keys(claim).length === 0 ? undefined : customer;
}

/** Returns the caller of a record. Throws if they signed out or have no enabled account. A user who is staff is viewed without the desk. */
function callerOf(record: CallerRecord | undefined, view: OpenView | undefined): Caller {
  if (record?.isSignedOut) throw new ApiError('not-signed-in');
  if (!record?.isEnabled) throw new ApiError('account-disabled');
  const { customers: _, isEnabled: __, isSignedOut: ___, lastSignInAt: ____, ...caller } = record;
  return view ? { ...caller, staffRole: null, viewedBy: view.staffId } : caller;
}
