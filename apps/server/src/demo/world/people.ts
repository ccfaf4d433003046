import type { contacts, customerContacts, members, users } from '#server/database/tables/accounts';
import type { Customer } from './customers.ts';
import { DEMO_ACCOUNTS, type DemoAccount } from './demo-accounts.ts';
import { fullName, type PersonName, personName, phoneNumber } from './names.ts';
import type { Numbers } from './numbers.ts';
import type { Random } from './random.ts';
import { TOWNS } from './towns.ts';

type MemberRow = typeof members.$inferInsert;
/** A user row with its id, so that other rows can refer to it. */
export type UserRow = typeof users.$inferInsert & { id: number };

const OWNER = 1;
const ROLE_IDS: Readonly<Record<string, number>> = {
  Owner: OWNER,
  Administrator: 2,
  'Accounts Payable': 3,
  'Project Manager': 4,
  Field: 5,
  Viewer: 6,
};
const [REQUESTED, APPROVED, REJECTED] = [1, 2, 3];
/** Members of the demo company who are not Owner only have access to its first customer numbers. */
const CUSTOMERS_OF_MEMBERS = 3;

/** Returns the users who can sign in. */
export function userRows(numbers: Numbers, accounts: readonly DemoAccount[], createdAt: Date): UserRow[] {
  return accounts.map(({ email, firstName, lastName, staffRole = null }) => ({
    id: numbers.next('users'),
    subject: null,
    email,
    firstName,
    lastName,
    isStaff: staffRole !== null,
    staffRole,
    isEnabled: true,
    createdAt,
  }));
}

/** Returns the demo accounts' memberships and some requests for access. */
export function memberRows(
  customers: readonly Customer[],
  users: readonly UserRow[],
  numbers: Numbers,
  random: Random,
  now: Date,
): MemberRow[] {
  const owner = users[0]?.id ?? null;
  const rows: MemberRow[] = [];
  const add = (customer: Customer | null, person: PersonName & { email: string }, state: Partial<MemberRow>) =>
    rows.push(memberRow(customer, person, state, numbers, random, now));
  for (const user of users) {
    const own = customers.filter(({ company }) => (company.accounts as readonly string[]).includes(user.email));
    const roleId = ROLE_IDS[DEMO_ACCOUNTS.find(({ email }) => email === user.email)?.roleName ?? ''] ?? null;
    for (const [position, customer] of own.slice(0, roleId === OWNER ? own.length : CUSTOMERS_OF_MEMBERS).entries()) {
      add(customer, user, { userId: user.id, roleId, position, statusId: APPROVED, decidedBy: owner, requestTypeName: 'Invitation' });
    }
  }
  const [first] = customers;
  for (const statusId of [REQUESTED, REQUESTED, REQUESTED, REJECTED]) {
    const person = personName(random);
    const decision =
      statusId === REJECTED ? { decidedBy: owner, decidedAt: new Date(now.getTime() - 86_400_000) } : { decidedBy: null, decidedAt: null };
    if (first) add(first, { ...person, email: mailOf(person) }, { statusId, ...decision });
  }
  const former = personName(random);
  if (first)
    add(
      first,
      { ...former, email: mailOf(former) },
      { statusId: APPROVED, roleId: ROLE_IDS.Viewer ?? null, isEnabled: false, decidedBy: owner },
    );
  const stranger = personName(random);
  add(null, { ...stranger, email: mailOf(stranger) }, { companyName: 'Harlan Creek Paving', customerNumber: '99999', statusId: REQUESTED });
  return rows;
}

/** Returns a person's membership at a customer; approved by default. */
export function memberRow(
  customer: Customer | null,
  person: PersonName & { email: string },
  state: Partial<MemberRow>,
  numbers: Numbers,
  random: Random,
  now: Date,
): MemberRow {
  const town = customer?.company.town ?? 'Hixson';
  const isDecided = state.statusId !== REQUESTED;
  const requestedAt = now.getTime() - random.int(isDecided ? 200 : 4, isDecided ? 9000 : 90) * 3_600_000;
  return {
    id: numbers.next('members'),
    customerId: customer?.id ?? null,
    userId: null,
    roleId: null,
    statusId: APPROVED,
    isEnabled: true,
    requestTypeName: 'Registration',
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    phone: phoneNumber(random),
    companyName: customer?.company.name ?? '',
    customerNumber: customer?.plan.customerNumber ?? '',
    addressLine1: customer?.company.addressLine1 ?? '940 Thrasher Pike',
    city: town,
    stateId: TOWNS[town].stateId,
    zip: TOWNS[town].zips[0],
    country: 'USA',
    position: 0,
    requestedAt: new Date(requestedAt),
    decidedAt: isDecided ? new Date(requestedAt + 20 * 3_600_000) : null,
    decidedBy: null,
    ...state,
  };
}

function mailOf({ firstName, lastName }: PersonName): string {
  return `${firstName}.${lastName}@example.com`.toLowerCase();
}

const CONTACT_KINDS = ['account-rep', 'sales-rep', 'regional-manager'];
/** A staff contact with their id. */
export type ContactRow = typeof contacts.$inferInsert & { id: number };

/** Returns the staff that customers can contact. */
export function contactRows(numbers: Numbers, random: Random): ContactRow[] {
  return Array.from({ length: 9 }, () => {
    const person = personName(random);
    const email = `${person.firstName}.${person.lastName}@supplier.example`.toLowerCase();
    return { id: numbers.next('contacts'), name: fullName(person), email, phone: phoneNumber(random) };
  });
}

/** Returns a customer's contacts; small accounts have no sales rep. */
export function customerContactRows(customer: Customer, people: readonly ContactRow[]): (typeof customerContacts.$inferInsert)[] {
  const kinds = customer.plan.isSmallAccount ? CONTACT_KINDS.filter((kind) => kind !== 'sales-rep') : CONTACT_KINDS;
  return kinds.map((kind) => {
    const contact = people[(CONTACT_KINDS.indexOf(kind) * 3 + customer.source.id) % people.length];
    if (!contact) throw new Error('there are no contacts');
    return { customerId: customer.id, kind, contactId: contact.id };
  });
}
