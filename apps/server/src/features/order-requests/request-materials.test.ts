import { randomUUID } from 'node:crypto';
import { confirmRequest, getDeskRequest, getPlantLoad, proposeRequest, saveRequestRules } from '@yardage/contract/desk-requests';
import { listEvents } from '@yardage/contract/events';
import {
  getOrderChanges,
  getRequest,
  getRequestOptions,
  type RequestOptions,
  requestChange,
  requestPour,
} from '@yardage/contract/order-requests';
import { getOrder } from '@yardage/contract/orders';
import { addDays, weekday } from '@yardage/domain/dates';
import { DEFAULT_MATERIAL_RULES, firstDayFor } from '@yardage/domain/request-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayForPour } from '#server/testing/prepare-request';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const STAFF = 'dispatcher@example.com';
let app: TestApp;
let stone: Account;
let block: Account;

interface Account {
  customer: TestCustomer;
  options: RequestOptions;
}

beforeAll(async () => {
  app = await openTestApp();
  const customers = await customersOf(app.database, OWNER);
  const accountOf = async (dataset: string): Promise<Account> => {
    const customer = customers.find((each) => each.dataset === dataset);
    if (!customer) throw new Error(`the owner has no account at ${dataset}`);
    const { globalCustomerNumber } = customer;
    return { customer, options: (await app.call(getRequestOptions, { as: OWNER, params: { globalCustomerNumber } })).body };
  };
  stone = await accountOf('AGGR');
  block = await accountOf('BLCK');
});
afterAll(() => app?.close());

const paramsOf = ({ customer }: Account) => ({ globalCustomerNumber: customer.globalCustomerNumber });
/** A request that the rules allow, for the account's last job. */
const send = (account: Account, changes: object = {}) => {
  const { jobs, mixes, timeZone } = account.options;
  const body = { requestKey: randomUUID(), jobOrderId: jobs[0]?.orderId, productId: mixes[0]?.productId, quantity: 44, startTime: '09:00' };
  const clock = { now: new Date(), timeZone };
  const day = firstDayFor('09:00', DEFAULT_MATERIAL_RULES[3], clock, dayForPour(timeZone));
  return app.call(requestPour, { as: OWNER, params: paramsOf(account), body: { ...body, day, ...changes } });
};
const errors = async (account: Account, changes: object) => Object.keys((await send(account, changes)).body.errors ?? {});
const confirm = (id: number, more: object = {}) => app.call(confirmRequest, { as: STAFF, params: { id }, body: { version: 1, ...more } });
const orderOf = async (account: Account, orderId: number) =>
  (await app.call(getOrder, { as: OWNER, params: { ...paramsOf(account), orderId } })).body;

describe('requesting stone and block', () => {
  it('REQ-01 offers the products of the account with the rules of their material, each in its unit', () => {
    expect(stone.options.materials).toMatchObject([{ orderType: 2, rules: DEFAULT_MATERIAL_RULES[2] }]);
    expect(block.options.materials).toMatchObject([{ orderType: 3, rules: DEFAULT_MATERIAL_RULES[3] }]);
    expect(new Set(stone.options.mixes.map(({ unitOfMeasure }) => unitOfMeasure))).toEqual(new Set(['TN']));
    expect(block.options.mixes.every(({ piecesPerPallet }) => piecesPerPallet === 90)).toBe(true);
  });

  it('REQ-01 REQ-05 tons are delivered: dispatch confirms, and the order has the trucks, the unloading and the day', async () => {
    const { status, body } = await send(stone, { quantity: 110, unloading: 'spread', intervalMinutes: 12, notes: 'Gate 2' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      orderType: 2,
      unitOfMeasure: 'TN',
      loadCount: 5,
      intervalMinutes: 12,
      isPickedUp: false,
      placement: null,
    });
    const { plantId } = (await app.call(getDeskRequest, { as: STAFF, params: { id: body.id } })).body;
    expect(stone.options.plants.map(({ id }) => id)).toContain(plantId);
    const day = (await app.call(getPlantLoad, { as: STAFF, query: { dataSource: 'AGGR', day: body.startsAt.slice(0, 10), orderType: 2 } }))
      .body;
    expect(day.plants.find((plant: { plantId: number }) => plant.plantId === plantId).requested[9]).toBeGreaterThanOrEqual(110);
    const confirmed = (await confirm(body.id)).body;
    const order = await orderOf(stone, confirmed.orderId);
    expect(order).toMatchObject({ orderType: 2, orderStatusId: 1, qtyOrdered: 110, loadCount: 5, interval: 12, unitOfMeasure: 'TN' });
    const { events } = (await app.call(listEvents, { as: SERVICE, query: { types: 'order.requested', limit: 500 } })).body;
    expect(events.at(-1).data).toMatchObject({ requestNumber: body.number, unloading: 'spread', isPickedUp: false });
  });

  it('REQ-01 REQ-02 block is picked up at the chosen plant; dispatch may propose another one, but not confirm it unasked', async () => {
    const [first, second] = block.options.plants;
    if (!first) throw new Error('there is no plant');
    const { status, body } = await send(block, { quantity: 30, isPickedUp: true, plantId: first.id });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ orderType: 3, isPickedUp: true, plant: first.name, intervalMinutes: null });
    const other = second?.id ?? 0;
    expect((await confirm(body.id, { plantId: other })).status).toBe(400);
    const proposal = { version: 1, plantId: first.id, day: dayForPour(), startTime: '10:00', quantity: 30 };
    expect((await app.call(proposeRequest, { as: STAFF, params: { id: body.id }, body: proposal })).status).toBe(200);
    const { body: made } = await app.call(confirmRequest, { as: STAFF, params: { id: body.id }, body: { version: 2 } });
    expect(await orderOf(block, made.orderId)).toMatchObject({ orderStatusId: 2, qtyOrdered: 30, orderType: 3 });
    const params = { ...paramsOf(block), orderId: made.orderId };
    const { changes, orderType } = (await app.call(getOrderChanges, { as: OWNER, params })).body;
    expect([orderType, changes.map(({ kind }: { kind: string }) => kind)]).toEqual([3, ['cancel', 'move', 'add']]);
    const added = await app.call(requestChange, { as: OWNER, params, body: { requestKey: randomUUID(), kind: 'add', quantity: 10 } });
    await confirm(added.body.id);
    expect((await orderOf(block, made.orderId)).qtyOrdered).toBe(40);
  });

  it('REQ-01 refuses by field what the material does not have, and what its rules forbid', async () => {
    expect(await errors(stone, { quantity: 4.5 })).toEqual(['quantity']);
    expect(await errors(stone, { quantity: 22.25 })).toEqual(['quantity']);
    expect(await errors(stone, { quantity: 4.5, isPickedUp: true, plantId: stone.options.plants[0]?.id })).toEqual([]);
    expect(await errors(block, { quantity: 100.5 })).toEqual(['quantity']);
    expect(await errors(block, { quantity: 180, startTime: '15:30' })).toEqual(['startTime']);
    expect(await errors(block, { quantity: 180, placement: 'pump', slump: '4' })).toEqual(['placement', 'slump']);
    expect(await errors(block, { quantity: 180, unloading: 'spread' })).toEqual(['unloading']);
    expect(await errors(block, { quantity: 180, isPickedUp: true })).toEqual(['plantId']);
    expect(await errors(block, { quantity: 180, isPickedUp: true, plantId: stone.options.plants[0]?.id })).toEqual(['plantId']);
    const saturday = [1, 2, 3, 4, 5, 6, 7].map((ahead) => addDays(dayForPour(), ahead)).find((day) => weekday(day) === 6);
    expect(await errors(block, { quantity: 180, day: saturday })).toEqual(['day']);
    expect(await errors(stone, { day: saturday })).toEqual([]);
  });

  it('REQ-01 rules are changed for one material of a data source', async () => {
    const save = (orderType: number, rules: object) =>
      app.call(saveRequestRules, { as: STAFF, body: { dataSource: 'AGGR', orderType, rules } });
    expect((await save(2, { ...DEFAULT_MATERIAL_RULES[2], minimumLoad: 60 })).status).toBe(200);
    expect((await send(stone)).body.errors.quantity[0]).toContain('60 TN');
    expect((await save(1, { ...DEFAULT_MATERIAL_RULES[1], minimumLoad: 90 })).status).toBe(200);
    expect((await save(2, DEFAULT_MATERIAL_RULES[2])).status).toBe(200);
    const { status, body } = await send(stone);
    expect(status).toBe(200);
    expect((await app.call(getRequest, { as: OWNER, params: { ...paramsOf(stone), requestId: body.id } })).body.loadCount).toBe(2);
  });
});
