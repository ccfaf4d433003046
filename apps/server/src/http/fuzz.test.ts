import type { Endpoint } from '@yardage/contract/endpoint';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { listOrders } from '@yardage/contract/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREAS } from '#server/features/areas';
import { ordersArea } from '#server/features/orders/orders.routes';
import { areasOf } from '#server/testing/access-sweep';
import { FUZZ_OWNER, type FuzzCounts, type FuzzPlan, fuzzEndpoint } from '#server/testing/fuzz/fuzz-endpoint';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { Semaphore } from './semaphore.ts';

// `npm run fuzz` sets these; the ordinary run sends few requests to each endpoint, always the same ones.
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 4_200);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_116);
const ONLY = process.env.FUZZ_ONLY;
const LONG_RUN_MS = 6 * 3_600_000;

const endpoints = ENDPOINTS.filter(({ id }) => !ONLY || id === ONLY || id.startsWith(`${ONLY}.`));
const plan: FuzzPlan = { requests: Math.ceil(REQUESTS / endpoints.length), seed: SEED, requestsPerSample: 20 };
const atOnce = new Semaphore(8);

let app: TestApp;
let customer: TestCustomer;
const reached = new Map<string, FuzzCounts>();

const openApp = (replaced?: Parameters<typeof openTestApp>[0]) =>
  openTestApp({
    hasJobs: true,
    logLevel: 'error',
    environment: { CALLS_PER_MINUTE: '1000000', SERVICE_CALLS_PER_MINUTE: '1000000' },
    ...replaced,
  });

beforeAll(async () => {
  app = await openApp();
  [customer] = (await customersOf(app.database, FUZZ_OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

const fuzz = (endpoint: Endpoint) => atOnce.run(async () => reached.set(endpoint.id, await fuzzEndpoint(app, endpoint, customer, plan)));

describe.concurrent(`generated requests, seed ${SEED}`, () => {
  it.for(areasOf(endpoints))(
    'ERR-06 to %s cause no 5xx, and every answer keeps the contract',
    { timeout: LONG_RUN_MS },
    async ([, endpoints = []]) => {
      const outcomes = await Promise.allSettled(endpoints.map(fuzz));
      expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : [])).join('\n\n')).toBe('');
    },
  );
});

describe('the generated requests', () => {
  it('reach the handlers: nearly every endpoint accepts some of them', () => {
    const statuses = (id: string) => [...(reached.get(id)?.keys() ?? [])];
    const refused = endpoints.filter(({ id }) => !statuses(id).some((status) => status < 300)).map(({ id }) => `${id}: ${statuses(id)}`);
    if (process.env.FUZZ_REQUESTS) process.stdout.write(`${summary()}\n`);
    // About one in twenty. The exact number depends on what the demo has at this hour: an order to change, a load to sign, an invoice to
    // dispute.
    expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(Math.ceil(endpoints.length / 12));
  });

  it('find a planted fault and reduce it to its cause', async () => {
    const faulty = await openApp({
      areas: AREAS.map((area) =>
        area === ordersArea
          ? (bind, services) =>
              ordersArea((endpoint, handler) => {
                bind(endpoint, async (input) => {
                  const { search } = (input.query ?? {}) as { search?: string };
                  if (endpoint.id === listOrders.id && search?.includes('%')) throw new Error('planted');
                  return handler(input);
                });
              }, services)
          : area,
      ),
    });
    try {
      const found = fuzzEndpoint(faulty, listOrders, customer, { requests: 2_000, seed: SEED, requestsPerSample: 2_000 });
      await expect(found).rejects.toThrow(/orders\.list: answered 500[\s\S]*"query":[^}]*\["search","[^"]*%[^"]*"\]\][\s\S]*planted/);
    } finally {
      await faulty.close();
    }
  });
});

function summary(): string {
  const total = new Map<number, number>();
  for (const counts of reached.values()) for (const [status, count] of counts) total.set(status, (total.get(status) ?? 0) + count);
  const sent = [...total.values()].reduce((sum, count) => sum + count, 0);
  const byStatus = [...total].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  return `${sent} requests to ${reached.size} endpoints, seed ${SEED}. Answers by status: ${byStatus.join(', ')}`;
}
