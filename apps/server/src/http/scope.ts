import { HEADERS, textOfHeader } from '@yardage/contract/headers';
import type { StaffRole } from '@yardage/contract/staff-roles';
import type { FastifyRequest } from 'fastify';
import type { Identity } from '#server/adapters/identity/port';
import { ApiError } from './api-error.ts';
import { assertReadable } from './readable-input.ts';

/** A verified access token with the identity that it proves. */
export interface SignedIn {
  token: string;
  identity: Identity;
}

/** The signed-in user. */
export interface Caller {
  userId: number;
  email: string;
  firstName: string;
  lastName: string;
  /** Null for everybody who is not staff. */
  staffRole: StaffRole | null;
  /** The language that the user chose, for mails and for clients that ask for none. */
  language: string | null;
  /** The staff member who sees the portal as this user, in a view session. They can change nothing. */
  viewedBy?: number;
}

/** Returns the first and last name. */
export function fullName({ firstName, lastName }: Pick<Caller, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** A customer number with its data source. */
export interface ScopeCustomer {
  customerId: number;
  customerNumber: string;
  globalCustomerNumber: string;
  datasourceId: number;
  dataset: string;
  timeZone: string;
  companyName: string;
}

/** The customer that a request is for, and what the caller may do there. */
export interface Scope extends ScopeCustomer {
  userId: number;
  permissions: ReadonlySet<string>;
}

/** Who acts at which customer, and in which request. */
export interface RequestContext {
  scope: Scope;
  caller: Caller;
  requestId: string;
}

/** What a request says about its customer, collected from path, query and headers. */
export interface CustomerClaim {
  globalCustomerNumber?: string;
  customerNumber?: string;
  datasourceId?: string;
  dataset?: string;
}

type Texts = Readonly<Record<string, unknown>>;

/** Collects the claim. Refuses a request that contradicts itself. */
export function customerClaimOf(request: FastifyRequest): CustomerClaim {
  const params = (request.params ?? {}) as Texts;
  const query = (request.query ?? {}) as Texts;
  const header = (name: string) => {
    const value = request.headers[name.toLowerCase()];
    if (typeof value !== 'string') return value;
    const text = textOfHeader(value);
    // Percent-encoded, a header can carry NUL.
    assertReadable(text);
    return text;
  };
  const claim = {
    globalCustomerNumber: agree(params.globalCustomerNumber, query.globalCustomerNumber, header(HEADERS.globalCustomerNumber)),
    customerNumber: agree(query.customerNumber, header(HEADERS.customerNumber)),
    datasourceId: agree(query.datasourceId, header(HEADERS.datasourceId)),
    dataset: agree(query.dataset),
  };
  return Object.fromEntries(Object.entries(claim).filter(([, value]) => value !== undefined));
}

function agree(...values: unknown[]): string | undefined {
  const given = values.filter((value) => value !== undefined && value !== '').map(String);
  if (new Set(given).size > 1) throw new ApiError('customer-mismatch');
  return given[0];
}
