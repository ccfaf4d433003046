import type { Endpoint } from '@yardage/contract/endpoint';
import { mayUseDesk, type StaffRole } from '@yardage/contract/staff-roles';
import { endSession } from '@yardage/contract/users';
import { sql } from '#server/database/drizzle';
import { Semaphore } from '#server/http/semaphore';
import { leaksIn } from './leaks.ts';
import { sampleCall, type TestCustomer } from './sample-call.ts';
import type { TestApp, TestCall } from './test-app.ts';

const MEMBERS = ['owner', 'administrator', 'payables', 'manager', 'field', 'viewer'].map((name) => `${name}@example.com`);
const STAFF: Readonly<Record<string, StaffRole>> = {
  'dispatcher@example.com': 'Dispatcher',
  'credit@example.com': 'Credit',
  'desk@example.com': 'Administrator',
};
const STRANGERS = ['other@example.com', 'nobody@example.com'];
const CALLERS = [...MEMBERS, ...STRANGERS, ...Object.keys(STAFF)];

/** The tests of an area share one `it`. The desk comes last, because its samples act on what customers did before. */
export function areasOf(endpoints: readonly Endpoint[]): [area: string, endpoints: readonly Endpoint[] | undefined][] {
  const areas = Object.entries(Object.groupBy(endpoints, ({ id }) => id.split('.')[0] ?? ''));
  return areas.toSorted(([a], [b]) => Number(a === 'desk') - Number(b === 'desk'));
}

/** Samples are prepared one after the other, because several share a row. */
const preparing = new Semaphore(1);

/** Returns the permission codes of each of the users at a customer, read directly from the database. */
async function codesByEmail({ database }: TestApp, customerId: number): Promise<Map<string, Set<string>>> {
  const rows = await database.read<{ email: string; codes: string[] }[]>(
    'system',
    sql`select json_agg(r) as answer from (
          select u.email, json_agg(p.code) as codes from members m join users u on u.id = m.user_id join role_permissions p on p.role_id = m.role_id
          where m.customer_id = ${customerId} and m.status_id = 2 and m.is_enabled group by u.email) r`,
  );
  return new Map(rows?.map(({ email, codes }) => [email, new Set(codes)]));
}

/** Returns the status that a caller must get, derived only from the endpoint's declaration. */
function expectedStatus(endpoint: Endpoint, email: string, codes: ReadonlySet<string>): number {
  if ('service' in endpoint.access) return 401;
  if ('staff' in endpoint.access) return mayUseDesk(STAFF[email] ?? null, endpoint.access.staff) ? 200 : 403;
  if (endpoint.scope === 'customer' && codes.size === 0) return 403;
  if (!('anyOf' in endpoint.access)) return 200;
  return endpoint.access.anyOf.some((code) => codes.has(code)) ? 200 : 403;
}

/** Calls every endpoint of a list as every kind of caller. */
export class AccessSweep {
  readonly #app: TestApp;
  readonly #own: TestCustomer;
  readonly #marks: readonly string[];
  readonly #codes: Map<string, Set<string>>;

  private constructor(app: TestApp, own: TestCustomer, marks: readonly string[], codes: Map<string, Set<string>>) {
    [this.#app, this.#own, this.#marks, this.#codes] = [app, own, marks, codes];
  }

  static async open(app: TestApp, own: TestCustomer, marks: readonly string[]): Promise<AccessSweep> {
    return new AccessSweep(app, own, marks, await codesByEmail(app, own.customerId));
  }

  /** Returns one line for each response that differs from the declarations or names another customer. */
  async faultsOf(endpoints: readonly Endpoint[]): Promise<string[]> {
    const faults: string[] = [];
    const writes: (() => Promise<void>)[] = [];
    const refusedCalls = new Map<string, TestCall>();
    // A refused call changes nothing, so all refused callers can use the same sample.
    for (const endpoint of endpoints) refusedCalls.set(endpoint.id, await sampleCall(this.#app.database, endpoint, this.#own));
    const sweepAs = async (email: string) => {
      const token = await this.#app.token(email);
      for (const endpoint of endpoints) {
        const expected = expectedStatus(endpoint, email, this.#codes.get(email) ?? new Set());
        const check = async (call: TestCall) => {
          // Signing out ends the session of the token.
          const answer = await this.#app.call(endpoint, { ...call, ...(endpoint.id === endSession.id ? { as: email } : { token }) });
          if (answer.status !== expected) faults.push(`${endpoint.id} answered ${email} with ${answer.status} instead of ${expected}`);
          const mayKnowOthers = email === 'other@example.com' || (email in STAFF && 'staff' in endpoint.access);
          const leaks = mayKnowOthers ? [] : leaksIn(answer.text, this.#marks);
          if (leaks.length > 0) faults.push(`${endpoint.id} told ${email} about ${leaks.join(', ')}`);
        };
        const sample = () => preparing.run(() => sampleCall(this.#app.database, endpoint, this.#own, email));
        if (expected !== 200) await check(refusedCalls.get(endpoint.id) ?? {});
        else if (endpoint.method === 'GET') await check(await sample());
        // Accepted writes take turns: two would pay the same invoice or empty the same cart.
        else writes.push(async () => check(await sample()));
      }
    };
    await Promise.all(CALLERS.map(sweepAs));
    for (const write of writes) await write();
    return faults;
  }
}
