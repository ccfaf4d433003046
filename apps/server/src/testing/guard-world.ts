import { randomUUID } from 'node:crypto';
import type { Access, Endpoint } from '@yardage/contract/endpoint';
import { listOrders } from '@yardage/contract/orders';
import type { StaffRole } from '@yardage/contract/staff-roles';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import { type EmailClaim, type Identity, TokenRefusedError } from '#server/adapters/identity/port';
import { Guard, type GuardSettings } from '#server/http/guard';
import { createLog } from '#server/http/observability';
import { ServiceKeys } from '#server/http/service-keys';
import { customersOf, foreignCustomersOf, type TestCustomer } from './sample-call.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

// A guard without HTTP on a real database, with an identity provider whose responses the test chooses.

const world = {} as {
  test: TestDatabase;
  guard: Guard;
  /** A customer of the demo's owner, and one of the same data source that they have nothing to do with. */
  customer: TestCustomer;
  foreign: TestCustomer;
};
/** The number of files that use the world: a runner may load several before it runs them. */
let users = 0;
/** The provider's result for each token: the identity, or the error that it throws. */
export const tokens = new Map<string, Identity | Error>();
/** The provider's look-up of an address, and how often it was called. */
export const provider = { findEmail: async (): Promise<string | undefined> => undefined, asked: 0 };

export function makeGuard(settings: Partial<GuardSettings> = {}, database = world.test.database): Guard {
  const verify = async (token: string) => {
    const known = tokens.get(token);
    if (known instanceof Error) throw known;
    return known ?? Promise.reject(new TokenRefusedError('unknown'));
  };
  const identity = {
    findVerified: () => undefined,
    verify,
    findEmail: () => {
      provider.asked += 1;
      return provider.findEmail();
    },
  };
  const keys = new ServiceKeys(world.test.database, createLog('silent'), undefined);
  return new Guard(database, identity, keys, { subscriptionKey: 'the key', isSubscriptionKeyRequired: false, ...settings });
}

/** Opens the world before the tests of a file and closes it after them. Returns its parts, which exist once it is open. */
export function useGuardWorld() {
  beforeAll(async () => {
    users += 1;
    if (users > 1) return;
    world.test = await openTestDatabase('demo');
    world.guard = makeGuard();
    const [first] = await customersOf(world.test.database, 'owner@example.com');
    const others = await foreignCustomersOf(world.test.database, 'owner@example.com');
    world.customer = first as TestCustomer;
    world.foreign = others.find(({ datasourceId }) => datasourceId === first?.datasourceId) ?? (others[0] as TestCustomer);
  });
  afterAll(async () => {
    users -= 1;
    if (users === 0) await world.test.close();
  });
  return world;
}

export const run = async (statement: string, values: unknown[]) =>
  (await world.test.database.transaction('system', ({ client }) => client.query(statement, values))).rows;

export interface Person {
  userId: number;
  email: string;
  subject: string;
}

export async function addUser(more: { subject?: string | null; isEnabled?: boolean; staffRole?: StaffRole } = {}): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const { subject = email, isEnabled = true, staffRole = null } = more;
  const [row] = await run(
    `insert into users (email, first_name, last_name, subject, is_enabled, is_staff, staff_role)
     values ($1, 'Sam', 'Sample', $2, $3, $4::text is not null, $4) returning id`,
    [email, subject, isEnabled, staffRole],
  );
  return { userId: Number(row.id), email, subject: subject ?? '' };
}

/** Makes a user a member with a role: 1 is Owner, 5 is Field, who sees no invoices. */
export async function addMember(
  { userId, email }: Person,
  { customerId }: TestCustomer,
  more: { roleId?: number; statusId?: number; isEnabled?: boolean } = {},
) {
  const { roleId = 1, statusId = 2, isEnabled = true } = more;
  await run(
    `insert into members (customer_id, user_id, role_id, status_id, is_enabled, request_type_name, email, first_name, last_name, phone,
       company_name, customer_number, address_line1, city, state_id, zip)
     select c.id, $2, $3, $4, $5, 'Sample', $6, 'Sam', 'Sample', '4235550142', c.company_name, c.customer_number, c.address_line1, c.city, c.state_id, c.zip
     from customers c where c.id = $1`,
    [customerId, userId, roleId, statusId, isEnabled, email],
  );
}

export function signIn({ subject }: Pick<Person, 'subject'>, email: EmailClaim = { kind: 'unknown' }, issuedAt = new Date()) {
  const token = `${randomUUID()}.a.b`;
  const identity: Identity = { subject, email, session: { key: randomUUID(), issuedAt }, expiresAt: new Date(Date.now() + 60_000) };
  tokens.set(token, identity);
  return { token, identity };
}

export const endpointOf = (access: Access, more: Partial<Endpoint> = {}) => ({ ...listOrders, access, ...more }) as Endpoint;
export const forOrders = endpointOf({ anyOf: ['orders.view'] });
export const forInvoices = endpointOf({ anyOf: ['invoices.view'] });
export const forAnyUser = endpointOf({ signedIn: 'test' }, { scope: 'user' });
export const forStaff = endpointOf({ staff: ['chats'] }, { scope: 'user' });

export interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
}
export const requestOf = ({ params, query, headers = {} }: Sent = {}) =>
  ({
    params,
    query,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  }) as unknown as FastifyRequest;
export const at = ({ globalCustomerNumber }: TestCustomer): Sent => ({ params: { globalCustomerNumber } });

export const authorise = (person: Person, endpoint: Endpoint, sent: Sent = {}) =>
  world.guard.authorise(requestOf(sent), endpoint, signIn(person));
export const refused = (code: string) => expect.objectContaining({ code });
