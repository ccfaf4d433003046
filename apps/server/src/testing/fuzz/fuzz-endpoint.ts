import type { Endpoint } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import fc from 'fast-check';
import { Semaphore } from '#server/http/semaphore';
import { sampleCall, type TestCustomer } from '../sample-call.ts';
import { assertAnswer, type TestApp, type TestCall } from '../test-app.ts';
import { type FuzzRequest, requestsTo } from './fuzz-request.ts';

export const FUZZ_OWNER = 'owner@example.com';
const FUZZ_STAFF = 'desk@example.com';

export interface FuzzPlan {
  requests: number;
  seed: number;
  /** After so many requests the endpoint gets a new sample: the last one's record may have been changed or deleted. */
  requestsPerSample: number;
}

/** Samples are prepared one after the other, because several share a row. */
const preparing = new Semaphore(1);

/** How many answers had each status. */
export type FuzzCounts = Map<number, number>;

/** Sends generated requests to an endpoint. Throws at the first 5xx, or answer that breaks the contract, with the smallest such request. */
export async function fuzzEndpoint(app: TestApp, endpoint: Endpoint, customer: TestCustomer, plan: FuzzPlan): Promise<FuzzCounts> {
  const counts: FuzzCounts = new Map();
  let sample: TestCall | undefined;
  for (let sent = 0; sent < plan.requests; sent += plan.requestsPerSample) {
    const person = 'staff' in endpoint.access ? FUZZ_STAFF : FUZZ_OWNER;
    const last = sample;
    const current: TestCall = await preparing.run(async () => {
      await restoreCallers(app);
      // A long run pays all invoices and uses up other records. Then it continues with the last sample.
      return sampleCall(app.database, endpoint, customer, person).catch((error: unknown) => last ?? Promise.reject(error));
    });
    sample = current;
    const identity = await headersOf(app, endpoint, person);
    const send = async (request: FuzzRequest) => {
      const status = await sendRequest(app, endpoint, request, identity);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    };
    const numRuns = Math.min(plan.requestsPerSample, plan.requests - sent);
    const outcome = await fc.check(fc.asyncProperty(requestsTo(endpoint, current), send), { seed: plan.seed + sent, numRuns });
    if (outcome.failed) throw new Error(describe(app, endpoint, plan.seed, outcome));
  }
  return counts;
}

function describe(
  app: TestApp,
  { id }: Endpoint,
  seed: number,
  { counterexample, errorInstance, numShrinks }: fc.RunDetails<[FuzzRequest]>,
): string {
  const cause = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const log = app.logLines.findLast((line) => line.includes('request failed')) ?? '';
  const command = `npm run fuzz -- --only ${id} --seed ${seed}`;
  return `${id}: ${cause}\nsmallest request after ${numShrinks} steps: ${JSON.stringify(counterexample?.[0])}\n${log.slice(0, 2_000)}\n${command}`;
}

/** Returns the headers that identify a caller who may use the endpoint. */
async function headersOf(app: TestApp, endpoint: Endpoint, person: string): Promise<Record<string, string>> {
  if ('public' in endpoint.access) return {};
  if ('service' in endpoint.access) return { [HEADERS.serviceKey]: await app.serviceKey() };
  return { authorization: `Bearer ${await app.token(person)}` };
}

/** Text that is no valid Unicode is sent as the bytes that a careless client would send for it. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed()) + (text.isWellFormed() ? '' : '%ED%A0%80');

async function sendRequest(app: TestApp, endpoint: Endpoint, request: FuzzRequest, identity: Record<string, string>): Promise<number> {
  const { params, query, headers, body } = request;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encode(params[name] ?? ''));
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const isForm = body?.contentType.startsWith('multipart/');
  const answer = await app.http.inject({
    method: endpoint.method,
    url: `/api${path}${search ? `?${search}` : ''}`,
    headers: { ...headers, ...identity, ...(body ? { 'content-type': body.contentType } : {}) },
    ...(body ? { payload: isForm ? Buffer.from(body.payload, 'latin1') : body.payload } : {}),
  });
  if (answer.statusCode >= 500) throw new Error(`answered ${answer.statusCode}: ${answer.payload.slice(0, 300)}`);
  // A dot as a path parameter leads to another endpoint, whose answer is checked against its own contract elsewhere.
  const isSamePath = Object.values(params).every((value) => !/^\.{0,2}$/.test(value));
  if (isSamePath) assertAnswer(endpoint, answer.statusCode, answer.headers, answer.payload);
  return answer.statusCode;
}

/** Undoes what generated requests did to the callers themselves, because a generated id may be theirs. */
async function restoreCallers({ database }: TestApp): Promise<void> {
  const owner = '(select id from users where email = $1)';
  const statements: [text: string, values: string[]][] = [
    ...[FUZZ_OWNER, FUZZ_STAFF].flatMap((email): [string, string[]][] => [
      ['delete from detached_sign_ins where user_id = (select id from users where email = $1)', [email]],
      [
        `update users set is_enabled = true, language = null, subject = email where email = $1
         and (not is_enabled or language is not null or subject is distinct from email)`,
        [email],
      ],
    ]),
    [
      "update users set is_staff = true, staff_role = 'Administrator' where email = $1 and staff_role is distinct from 'Administrator'",
      [FUZZ_STAFF],
    ],
    [`update members set status_id = 2, is_enabled = true where user_id = ${owner} and (status_id <> 2 or not is_enabled)`, [FUZZ_OWNER]],
    ["update service_keys set revoked_at = null where name = 'Test' and revoked_at is not null", []],
  ];
  // One row a transaction: a request that runs meanwhile must not wait for a second one.
  for (const [text, values] of statements) await database.transaction('system', ({ client }) => client.query(text, values));
}
