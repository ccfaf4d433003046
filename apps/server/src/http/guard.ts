import { hash, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import { holdsAny } from '@yardage/contract/permissions';
import type { FastifyRequest } from 'fastify';
import { type Identity, type IdentityPort, TokenRefusedError } from '#server/adapters/identity/port';
import type { Database } from '#server/database/database';
import { ApiError } from './api-error.ts';
import { tokenOf } from './bearer-token.ts';
import { type CallerRecord, findCaller, linkSubject } from './scope.queries.ts';
import { type Caller, type CustomerClaim, customerClaimOf, type Scope } from './scope.ts';

export interface GuardSettings {
  subscriptionKey: string;
  isSubscriptionKeyRequired: boolean;
  /** What machines must know; without one there is nothing for them here. */
  serviceKey: string | undefined;
}

const STRANGER_MS = 10_000;
const MAX_STRANGERS = 5000;

/** Checks who calls and what he may; one instance serves all endpoints. */
export class Guard {
  readonly #database: Database;
  readonly #identity: IdentityPort;
  readonly #settings: GuardSettings;
  /** Who turned out to be nobody's user, and until when the provider is not asked about him again. */
  readonly #strangers = new Map<string, number>();

  constructor(database: Database, identity: IdentityPort, settings: GuardSettings) {
    this.#database = database;
    this.#identity = identity;
    this.#settings = settings;
  }

  /** Before the body is read: subscription key and token, or a machine's key. */
  async authenticate(request: FastifyRequest, endpoint: Endpoint): Promise<{ token: string; identity: Identity } | undefined> {
    if ('service' in endpoint.access) {
      this.#checkServiceKey(request);
      return undefined;
    }
    this.#checkSubscriptionKey(request);
    if ('public' in endpoint.access) return undefined;
    const token = tokenOf(request);
    if (!token) throw new ApiError('not-signed-in');
    return { token, identity: await this.#verify(token) };
  }

  /** Who a token speaks for and until when, for what is no request: a connection that stays. */
  async recognise(token: string): Promise<{ caller: Caller; identity: Identity }> {
    const identity = await this.#verify(token);
    const record = await this.#findOrLink({ token, identity }, undefined);
    return { caller: callerOf(record), identity };
  }

  async #verify(token: string): Promise<Identity> {
    try {
      return await this.#identity.verify(token);
    } catch (error) {
      if (error instanceof TokenRefusedError) throw new ApiError('not-signed-in', { cause: error });
      throw new ApiError('service-unavailable', { cause: error });
    }
  }

  /** After path and query are known to be well formed: the user, his customer number and his permission. */
  async authorise(
    request: FastifyRequest,
    endpoint: Endpoint,
    signedIn: { token: string; identity: Identity },
  ): Promise<{ caller: Caller; scope: Scope | undefined }> {
    const claim = endpoint.scope === 'customer' ? customerClaimOf(request) : undefined;
    const record = await this.#findOrLink(signedIn, claim);
    const caller = callerOf(record);
    if ('staff' in endpoint.access && !caller.isStaff) throw new ApiError('permission-missing');
    if (!claim) return { caller, scope: undefined };
    const [customer, ...others] = record?.customers ?? [];
    if (!customer || others.length > 0 || Object.keys(claim).length === 0) throw new ApiError('customer-not-granted');
    const permissions = new Set(customer.permissions);
    if ('anyOf' in endpoint.access && !holdsAny(permissions, endpoint.access.anyOf)) throw new ApiError('permission-missing');
    return { caller, scope: { ...customer, userId: caller.userId, permissions } };
  }

  async #findOrLink(signedIn: { token: string; identity: Identity }, claim: CustomerClaim | undefined): Promise<CallerRecord | undefined> {
    const { identity } = signedIn;
    const { subject } = identity;
    const known = await findCaller(this.#database, identity, claim);
    if (known) return known;
    const address = await this.#verifiedEmail(signedIn);
    // Of two first calls at once one ties the address; both find it tied.
    if (address) await linkSubject(this.#database, subject, address);
    const linked = address && (await findCaller(this.#database, identity, claim));
    if (linked) return linked;
    if (this.#strangers.size >= MAX_STRANGERS) this.#strangers.clear();
    this.#strangers.set(subject, Date.now() + STRANGER_MS);
    return undefined;
  }

  /** The address that ties a subject to a user the first time. The provider is not asked again at every call of a stranger. */
  async #verifiedEmail({ token, identity: { subject, email } }: { token: string; identity: Identity }): Promise<string | undefined> {
    if (email.kind === 'verified') return email.address;
    if (email.kind === 'unverified') return undefined;
    if ((this.#strangers.get(subject) ?? 0) > Date.now()) return undefined;
    try {
      return await this.#identity.findEmail(token, subject);
    } catch (error) {
      throw new ApiError('service-unavailable', { cause: error });
    }
  }

  #checkSubscriptionKey(request: FastifyRequest): void {
    const given = request.headers[HEADERS.subscriptionKey.toLowerCase()];
    if (given === undefined && !this.#settings.isSubscriptionKeyRequired) return;
    if (!isSame(this.#settings.subscriptionKey, given)) throw new ApiError('subscription-key-refused');
  }

  #checkServiceKey(request: FastifyRequest): void {
    const { serviceKey } = this.#settings;
    if (!serviceKey) throw new ApiError('not-found');
    if (!isSame(serviceKey, request.headers[HEADERS.serviceKey.toLowerCase()])) throw new ApiError('service-key-refused');
  }
}

/** The person behind a record, unless they signed out or have no enabled account. */
function callerOf(record: CallerRecord | undefined): Caller {
  if (record?.isSignedOut) throw new ApiError('not-signed-in');
  if (!record?.isEnabled) throw new ApiError('account-disabled');
  const { customers: _, isEnabled: __, isSignedOut: ___, ...caller } = record;
  return caller;
}

/** Compares in a time that tells nothing about the key, not even its length. */
function isSame(expected: string, given: unknown): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(expected), digest(String(given ?? '')));
}
