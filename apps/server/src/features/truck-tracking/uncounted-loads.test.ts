import { getOrder } from '@yardage/contract/orders';
import { type ActiveTruck, type BoardUpdate, listActiveTrucks, listPositions } from '@yardage/contract/truck-tracking';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });
const board = async () => (await app.call(listActiveTrucks, { as: OWNER, params: params() })).body as ActiveTruck[];
const poll = async () => ((await app.call(listPositions, { as: OWNER, params: params() })).body as BoardUpdate).trucks;
const write = (statement: string, values: unknown[]) => app.database.transaction('system', ({ client }) => client.query(statement, values));

describe('a load on the job', () => {
  it('SGN-01 ORD-22 TRK-05 stays on the board when it is rejected or its order cancelled, and list and poll say so', async () => {
    const { ticketId, jobId } = (await board()).find(({ ticketStatusId }) => ticketStatusId === 4) as ActiveTruck;
    const told = async () => {
      const lists = [await board(), await poll()].map((trucks) => trucks.find((truck) => truck.ticketId === ticketId));
      return lists.map((truck) => [truck?.isRejected, truck?.orderStatusId]);
    };
    const query = { customerNumber: own.customerNumber, datasourceId: own.datasourceId };
    const { body: order } = await app.call(getOrder, { as: OWNER, params: { ...params(), orderId: jobId, id: jobId }, query });
    expect(await told()).toEqual(Array(2).fill([false, order.orderStatusId]));
    await write(
      `insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, reject_reason, received_by, signed_by, signed_by_name, signed_at)
       select $1, $2, gen_random_uuid(), true, 'slump', 'Sam Sample', min(id), 'Sam Sample', now() from users`,
      [own.customerId, ticketId],
    );
    expect(await told()).toEqual(Array(2).fill([true, order.orderStatusId]));
    await write('update orders set status_id = $1 where id = $2', [ORDER_STATUS.cancelled, jobId]);
    expect(await told()).toEqual(Array(2).fill([true, ORDER_STATUS.cancelled]));
  });
});
