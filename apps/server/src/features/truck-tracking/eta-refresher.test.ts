import { estimateRoute } from '@yardage/domain/road-estimate';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RoutingPort } from '#server/adapters/routing/port';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { EtaRefresher } from './eta-refresher.service.ts';

let test: TestDatabase;
let own: TestCustomer;
let asked = 0;
const routing: RoutingPort = {
  async route({ from, to }) {
    asked += 1;
    return estimateRoute(from, to);
  },
};
const open = () => new EtaRefresher(test.database, routing, pino({ enabled: false }));

beforeAll(async () => {
  test = await openTestDatabase('demo');
  [own] = (await customersOf(test.database, 'owner@example.com')) as [TestCustomer];
});
afterAll(() => test?.close());

describe('expected arrivals', () => {
  it('TRK-13 are computed once in five minutes over all nodes, also if the clock of one is set back meanwhile', async () => {
    const node = open();
    await node.refresh(own.customerId);
    const due = asked;
    expect(due).toBeGreaterThan(0);
    // Another node, with its own memory.
    await open().refresh(own.customerId);
    expect(asked).toBe(due);
    await test.database.transaction('system', ({ client }) =>
      client.query("update truck_etas set asked_at = asked_at - interval '5 minutes'"),
    );
    const [later, earlier] = [performance.now() + 6_000, Date.now() - 3_600_000];
    const clocks = [vi.spyOn(performance, 'now').mockReturnValue(later), vi.spyOn(Date, 'now').mockReturnValue(earlier)];
    await node.refresh(own.customerId).finally(() => {
      for (const clock of clocks) clock.mockRestore();
    });
    expect(asked).toBe(due * 2);
  });
});
