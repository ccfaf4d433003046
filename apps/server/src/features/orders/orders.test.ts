import { ORDER_SORT_KEYS } from '@yardage/contract/lists';
import { getOrder, getOrderPdf, listOrders, type OrderRow } from '@yardage/contract/orders';
import { ORDER_STATUS_NAMES } from '@yardage/domain/names.messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { isoMoment } from '#server/database/sql';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { findOrderForDocument, type OrderPricing } from './orders.queries.ts';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

const list = async (query: Record<string, string | number | boolean> = {}) => {
  const answer = await app.call(listOrders, { as: OWNER, params: { globalCustomerNumber: own.globalCustomerNumber }, query });
  expect(answer.status).toBe(200);
  return answer.body as {
    items: OrderRow[];
    totalCount: number;
    totalPages: number;
    pageIndex: number;
    hasNextPage: boolean;
    hasPreviousPage: boolean;
  };
};
const ask = <T>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement);

describe('the orders list', () => {
  it('API-04 ORD-06 TBL-14 returns every order once over all its pages, with the total', async () => {
    const expected = await ask<string[]>(
      sql`select json_agg(id order by starts_at desc, id desc) as answer from orders where customer_id = ${own.customerId}`,
    );
    const seen: number[] = [];
    let pageIndex = 1;
    for (;;) {
      const page = await list({ pageIndex, pageSize: 100 });
      expect(page.totalCount).toBe(expected?.length);
      expect(page.totalPages).toBe(Math.ceil((expected?.length ?? 0) / 100));
      expect(page.hasPreviousPage).toBe(pageIndex > 1);
      seen.push(...page.items.map((row) => row.id));
      if (!page.hasNextPage) break;
      pageIndex += 1;
    }
    expect(seen).toEqual(expected?.map(Number));
  });

  it('ORD-05 sorts by ticketDateTime descending by default, meaning the start of the order', async () => {
    const { items } = await list({ pageSize: 50 });
    const dates = items.map((row) => row.date);
    expect(dates).toEqual([...dates].sort().reverse());
    expect((await list({ pageSize: 50, sortBy: 'ticketDateTime', sortDesc: true })).items).toEqual(items);
  });

  it.each(ORDER_SORT_KEYS)('TBL-15 sorts by %s in both directions, empty values last', async (sortBy) => {
    const up = (await list({ sortBy, sortDesc: false, pageSize: 100 })).items;
    const down = (await list({ sortBy, sortDesc: true, pageSize: 100 })).items;
    const valuesOf = (rows: OrderRow[]) => rows.map((row) => row[sortBy as keyof OrderRow]);
    const filled = (rows: OrderRow[]) => valuesOf(rows).filter((value) => value !== null);
    if (filled(up).every((value) => typeof value === 'number')) {
      expect(filled(up)).toEqual([...(filled(up) as number[])].sort((a, b) => a - b));
      expect(filled(down)).toEqual([...(filled(down) as number[])].sort((a, b) => b - a));
    }
    for (const values of [valuesOf(up), valuesOf(down)]) {
      const firstEmpty = values.indexOf(null);
      expect(firstEmpty < 0 || values.slice(firstEmpty).every((value) => value === null)).toBe(true);
    }
    expect(up[0]?.[sortBy as keyof OrderRow] !== down[0]?.[sortBy as keyof OrderRow] || new Set(valuesOf(up)).size === 1).toBe(true);
    // In whatever order texts are sorted, equal ones are adjacent. Addresses are sorted by their first line.
    const textOf = (row: OrderRow) => String(sortBy === 'shipToAddress' ? row.jobAddress1 : row[sortBy as keyof OrderRow]).toLowerCase();
    for (const rows of [up, down]) {
      const texts = rows.map(textOf);
      expect(texts.filter((text, place) => text !== texts[place - 1])).toHaveLength(new Set(texts).size);
    }
  });

  it('ORD-21 sorts by progress: pouring, under way, upcoming, finished, each by start', async () => {
    const stages = await ask<[number, number][]>(
      sql`select json_agg(json_build_array(o.id, case
          when exists (select from tickets t where t.order_id = o.id and t.status_id in (4, 5)) then 0
          when o.status_id = 6 or exists (select from tickets t where t.order_id = o.id and t.status_id in (2, 3)) then 1
          when o.status_id in (0, 5, 9) then 3 else 2 end)) as answer
        from orders o where o.customer_id = ${own.customerId}`,
    );
    const stageOf = new Map(stages);
    const { items } = await list({ sortBy: 'progress', sortDesc: false, pageSize: 100 });
    const places = items.map(({ id, date }) => `${stageOf.get(id)} ${date}`);
    expect(places).toEqual(places.toSorted());
    expect(new Set(items.map(({ id }) => stageOf.get(id))).size).toBeGreaterThan(2);
  });

  it('TBL-15 sorts empty values last in both directions', async () => {
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update orders set po_number = null where id = (select max(id) from orders where customer_id = ${own.customerId})`),
    );
    for (const sortDesc of [true, false]) {
      const { items, totalPages } = await list({ sortBy: 'poNumber', sortDesc, pageSize: 100 });
      expect(items[0]?.poNumber).not.toBeNull();
      const last = await list({ sortBy: 'poNumber', sortDesc, pageSize: 100, pageIndex: totalPages });
      expect(last.items.at(-1)?.poNumber).toBeNull();
    }
  });

  it('ORD-21 returns delivered and in-transit quantities as the sums of the tickets', async () => {
    const { items } = await list({ pageSize: 100, sortBy: 'inTransitQty' });
    expect(items[0]?.inTransitQty).toBeGreaterThan(0);
    for (const row of items.slice(0, 20)) {
      const sums = await ask<{ delivered: number; underway: number }>(
        sql`select json_build_object('delivered', coalesce(sum(quantity) filter (where status_id = 6), 0),
              'underway', coalesce(sum(quantity) filter (where status_id in (2, 3, 4, 5)), 0)) as answer from tickets where order_id = ${row.id}`,
      );
      expect([row.qtyDelivered, row.inTransitQty]).toEqual([sums?.delivered, sums?.underway]);
    }
  });

  it('ORD-21 ORD-22 sorts a cancelled order by the 0 that is shown, and as over, whatever its tickets say', async () => {
    const sorted = async (sortBy: string) => (await list({ sortBy, sortDesc: sortBy !== 'progress', pageSize: 100 })).items;
    const [busy] = (await sorted('inTransitQty')) as [OrderRow];
    const setStatus = (statusId: number) =>
      app.database.transaction('system', ({ client }) =>
        client.query('update orders set status_id = $1 where id = $2', [statusId, busy.id]),
      );
    await setStatus(9);
    const [byTransit, byProgress] = [await sorted('inTransitQty'), await sorted('progress')];
    // A deleted order shows the quantities of its tickets, and is sorted by them.
    await setStatus(0);
    const [deleted] = await sorted('inTransitQty');
    await setStatus(busy.orderStatusId);
    expect(deleted?.id).toBe(busy.id);
    /** Whether the order comes after all others that meet the condition. */
    const isAfter = (rows: OrderRow[], condition: (row: OrderRow) => boolean) => {
      const last = rows.findLastIndex((row) => row.id !== busy.id && condition(row));
      expect(last).toBeGreaterThanOrEqual(0);
      return !rows.slice(0, last).some(({ id }) => id === busy.id);
    };
    expect(isAfter(byTransit, ({ inTransitQty }) => inTransitQty > 0)).toBe(true);
    expect(isAfter(byProgress, ({ orderStatusId }) => ![0, 5, 9].includes(orderStatusId))).toBe(true);
  });

  it('ORD-08 names the status of each order', async () => {
    const { items } = await list({ pageSize: 100, sortBy: 'orderStatus' });
    for (const row of items) expect(row.orderStatus).toBe(ORDER_STATUS_NAMES[row.orderStatusId as keyof typeof ORDER_STATUS_NAMES]);
  });
});

/** The fields that the orders search covers. */
const wordsOf = (row: OrderRow) =>
  [row.orderNumber, row.poNumber, row.job, row.jobAddress1, row.jobAddress2, row.orderedBy, row.mix].join('\n').toLowerCase();

async function everyPage(query: Record<string, string | number | boolean>): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  for (let pageIndex = 1; ; pageIndex++) {
    const page = await list({ pageSize: 100, sortDesc: true, ...query, pageIndex });
    rows.push(...page.items);
    if (!page.hasNextPage) return rows;
  }
}

describe('the search of the orders list', () => {
  const columns = { orderNumber: 'order_number', poNumber: 'po_number', job: 'job', jobAddress1: 'job_address1', orderedBy: 'ordered_by' };

  it.each(Object.entries(columns))('ORD-02 finds an order by its %s, in any case', async (_name, column) => {
    const order = await ask<{ id: number; number: string; text: string }>(
      sql`select json_build_object('id', id, 'number', order_number, 'text', ${sql.identifier(column)}) as answer from orders
          where customer_id = ${own.customerId} and ${sql.identifier(column)} is not null order by id desc limit 1`,
    );
    // Search for the number, too, because many orders may have the same text.
    const { items } = await list({ search: `${order?.text.toUpperCase()} ${order?.number}`, pageSize: 100 });
    expect(items.map(({ id }) => id)).toContain(order?.id);
  });

  it('ORD-02 finds by product, and needs every word', async () => {
    const [row] = (await list({ pageSize: 1 })).items as [OrderRow];
    const [word] = row.mix.split(' ') as [string];
    const found = await list({ search: `${word} ${row.orderNumber}` });
    expect(found.items.map((each) => each.id)).toContain(row.id);
    expect((await list({ search: `${row.orderNumber} no-such-word` })).totalCount).toBe(0);
  });

  it.each(['ticketDateTime', 'orderNumber'])('TBL-14 returns every match once over all pages, sorted by %s', async (sortBy) => {
    const [row] = (await list({ pageSize: 1 })).items as [OrderRow];
    const search = row.jobAddress2?.split(/\W/)[0] ?? row.job;
    const matches = (await everyPage({})).filter((each) => wordsOf(each).includes(search.toLowerCase()));
    expect(matches.length).toBeGreaterThan(7);
    const found = await everyPage({ search, sortBy, pageSize: 7 });
    expect(found.map((each) => each.id).sort()).toEqual(matches.map((each) => each.id).sort());
    const values = found.map((each) => (sortBy === 'orderNumber' ? each.orderNumber : each.date));
    expect(values).toEqual([...values].sort().reverse());
    expect(await list({ search, sortBy, pageIndex: 1_000_000, pageSize: 100 })).toMatchObject({ items: [], totalCount: matches.length });
  });

  it('ORD-02 searches for the seventh word as for the first', async () => {
    const [row] = (await list({ pageSize: 1 })).items as [OrderRow];
    const words = wordsOf(row).split(/\s+/).slice(0, 7);
    expect(words).toHaveLength(7);
    expect((await list({ search: words.join(' ') })).items.map((each) => each.id)).toContain(row.id);
    expect((await list({ search: [...words, 'no-such-word'].join(' ') })).totalCount).toBe(0);
  });

  it('treats wildcards as plain characters', async () => {
    expect((await list({ search: '%' })).totalCount).toBe(0);
    expect((await list({ search: '_____' })).totalCount).toBe(0);
  });
});

describe('the days of the orders list', () => {
  /** Moves an order to the given time and returns whether the list of the given days contains it. */
  async function startsOn(moment: string, fromDate: string, toDate: string): Promise<boolean> {
    const id = Number(await ask(sql`select max(id) as answer from orders where customer_id = ${own.customerId}`));
    await app.database.transaction('system', ({ client }) => client.query('update orders set starts_at = $1 where id = $2', [moment, id]));
    const { items } = await list({ fromDate, toDate, pageSize: 100 });
    return items.some((row) => row.id === id);
  }

  it('ORD-04 TBL-09 are whole days in the time zone of the data source', async () => {
    const zone = await ask<string>(sql`select time_zone as answer from data_sources where id = ${own.datasourceId}`);
    const lateEvening = String(
      await ask(sql`select to_char(timestamp '2031-07-04 23:30' at time zone ${zone}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as answer`),
    );
    expect(await startsOn(lateEvening, '2031-07-04', '2031-07-04')).toBe(true);
    expect(await startsOn(lateEvening, '2031-07-05', '2031-07-05')).toBe(false);
  });

  it('are whole days on the day the clocks change, too', async () => {
    const zone = await ask<string>(sql`select time_zone as answer from data_sources where id = ${own.datasourceId}`);
    for (const day of ['2031-03-09', '2031-11-02']) {
      for (const time of ['00:10', '23:50']) {
        const moment = String(
          await ask(sql`select to_char((${`${day} ${time}`}::timestamp) at time zone ${zone}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as answer`),
        );
        expect(await startsOn(moment, day, day), `${day} ${time}`).toBe(true);
      }
    }
  });

  it('an inverted range is empty, not an error', async () => {
    expect((await list({ fromDate: '2026-02-01', toDate: '2026-01-01' })).totalCount).toBe(0);
  });
});

describe('one order', () => {
  it('API-05 ORD-09 returns the row with its start and its tickets in load order', async () => {
    const [row] = (await list({ pageSize: 1, sortBy: 'inTransitQty' })).items as [OrderRow];
    const { body } = await app.call(getOrder, {
      as: OWNER,
      params: { globalCustomerNumber: own.globalCustomerNumber, orderId: row.id },
      query: { dataset: own.dataset, customerNumber: own.customerNumber, datasourceId: own.datasourceId },
    });
    expect(body).toMatchObject({ ...row, startTime: row.date });
    expect(body.tickets.length).toBeGreaterThan(0);
    const loads = body.tickets.map((ticket: { loadNumber: number }) => ticket.loadNumber);
    expect(loads).toEqual([...loads].sort((a, b) => a - b));
  });

  it('ORD-06 ORD-09 returns what is stored of an order, each fact in its own field', async () => {
    const { items } = await list({ pageSize: 100 });
    const stored = await ask<Partial<OrderRow>[]>(
      sql`select json_agg(json_build_object('id', o.id, 'orderNumber', o.order_number, 'orderType', o.order_type,
            'orderStatusId', o.status_id, 'date', ${isoMoment(sql`o.starts_at`)}, 'shipDate', o.ship_date,
            'onJobTime', ${isoMoment(sql`o.on_job_at`)}, 'plant', pl.name, 'plantNumber', pl.number, 'shipToAddress', o.job_address1 || coalesce(', ' || o.job_address2, ''),
            'mix', p.number || ' ' || p.description, 'interval', o.interval_minutes, 'orderedBy', o.ordered_by,
            'qtyOrdered', o.quantity_ordered, 'loadCount', o.load_count, 'unitOfMeasure', p.unit_of_measure, 'job', o.job,
            'poNumber', o.po_number, 'quoteNumber', q.quote_number, 'quoteName', q.quote_name, 'customerName', c.company_name,
            'jobAddress1', o.job_address1, 'jobAddress2', o.job_address2, 'altKeyOrderId', o.alt_key)) as answer
          from orders o join products p on p.id = o.product_id join plants pl on pl.id = o.plant_id join customers c on c.id = o.customer_id
          left join quotes q on q.id = o.quote_id where o.id = any(${`{${items.map(({ id }) => id)}}`}::bigint[])`,
    );
    const byId = new Map(stored?.map((order) => [order.id, order]));
    for (const row of items) expect(row).toMatchObject({ ...(byId.get(row.id) ?? { id: 'not stored' }), dataset: own.dataset });
    const [first] = items as [OrderRow];
    const { body } = await app.call(getOrder, { as: OWNER, params: { globalCustomerNumber: own.globalCustomerNumber, orderId: first.id } });
    expect(body).toMatchObject({ ...byId.get(first.id), startTime: first.date });
  });

  it("ORD-06 returns the first ticket time from its tickets, or the plan's while there is none", async () => {
    const underWay = (await list({ pageSize: 6, sortBy: 'inTransitQty' })).items;
    const toCome = (await list({ pageSize: 3 })).items;
    for (const row of [...underWay, ...toCome]) {
      const params = { globalCustomerNumber: own.globalCustomerNumber, orderId: row.id };
      const { body } = await app.call(getOrder, { as: OWNER, params });
      const [first] = body.tickets.map(({ ticketDateTime }: { ticketDateTime: string }) => ticketDateTime).toSorted();
      const planned = await ask(sql`select ${isoMoment(sql`ticket_at`)} as answer from orders where id = ${row.id}`);
      expect([row.ticketTime, body.ticketTime]).toEqual([first ?? planned, first ?? planned]);
    }
  });

  it('ORD-21 counts what is at the plant, on the road and on the job from its tickets', async () => {
    const [row] = (await list({ pageSize: 1, sortBy: 'inTransitQty' })).items as [OrderRow];
    const sum = (statuses: string) =>
      ask(sql`select coalesce(sum(quantity), 0) as answer from tickets where order_id = ${row.id} and status_id in (${sql.raw(statuses)})`);
    const sums = await Promise.all(['1, 2', '3', '4, 5'].map(sum));
    expect([row.atPlantQty, row.onRoadQty, row.onJobQty]).toEqual(sums.map(Number));
  });

  it('returns 404 for an order that does not exist', async () => {
    const answer = await app.call(getOrder, {
      as: OWNER,
      params: { globalCustomerNumber: own.globalCustomerNumber, orderId: 999_999_999 },
    });
    expect(answer.status).toBe(404);
  });
});

describe('the PDF of an order', () => {
  /** The last order with loads. Others, such as a cancelled one, may have no price to show. */
  const orderId = async () =>
    Number(
      await ask(
        sql`select max(o.id) as answer from orders o join tickets t on t.order_id = o.id
            where o.customer_id = ${own.customerId} and not t.is_cancelled`,
      ),
    );

  it('API-06 ORD-18 is JSON with base64 data, or bytes if they are requested', async () => {
    const params = { globalCustomerNumber: own.globalCustomerNumber, orderId: await orderId() };
    const asJson = await app.call(getOrderPdf, { as: OWNER, params, query: { dataset: own.dataset } });
    expect(Buffer.from(asJson.body.data, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect(asJson.body.fileName).toMatch(/^Order_.+\.pdf$/);
    const asBytes = await app.call(getOrderPdf, { as: OWNER, params, headers: { accept: 'application/pdf' } });
    expect(asBytes.headers['content-type']).toBe('application/pdf');
    expect(asBytes.text.slice(0, 5)).toBe('%PDF-');
  });

  it('PER-13 ORD-18 has prices for an Owner, and none for a Field member', async () => {
    const params = { globalCustomerNumber: own.globalCustomerNumber, orderId: await orderId() };
    const wordsFor = async (as: string) => wordsOfPdf(Buffer.from((await app.call(getOrderPdf, { as, params })).body.data, 'base64'));
    expect(await wordsFor(OWNER)).toContain('$');
    expect(await wordsFor('field@example.com')).not.toContain('$');
  });

  it("API-06 estimates with the quote's adjustment after a year and its first price, and with a price list that holds already", async () => {
    const id = Number(
      await ask(sql`select max(o.id) as answer from orders o join quote_products p on p.quote_id = o.quote_id and p.product_id = o.product_id
        where o.customer_id = ${own.customerId}`),
    );
    const change = (text: string) => app.database.transaction('system', ({ client }) => client.query(text, [id]));
    const price = async () =>
      (await findOrderForDocument(app.database, { customerId: own.customerId, userId: 1 }, id))?.unitPriceCents as
        | OrderPricing['unitPriceCents']
        | undefined;
    const ofOrder = 'where id = (select quote_id from orders where id = $1)';
    const since = (months: number) =>
      change(`update quotes set price_adjustment_cents = 150,
        start_date = (select ship_date from orders where id = $1) - interval '${months} months' ${ofOrder}`);
    await since(11);
    const quoted = (await price()) as number;
    await since(12);
    expect(await price()).toBe(quoted + 150);
    // The same product further down has another price.
    await change(`insert into quote_products (customer_id, quote_id, line_number, product_id, quantity, unit_price_cents)
      select o.customer_id, o.quote_id, 99, o.product_id, 1, 1 from orders o where o.id = $1`);
    await change(
      `update quote_products set unit_price_cents = unit_price_cents where line_number < 99 and quote_id = (select quote_id from orders where id = $1)`,
    );
    expect(await price()).toBe(quoted + 150);
    await change('update orders set quote_id = null where id = $1');
    expect(await price()).toEqual(expect.any(Number));
    await change(`update price_lists set effective_from = (select ship_date from orders where id = $1) + 1
      where id = (select c.price_list_id from customers c join orders o on o.customer_id = c.id where o.id = $1)`);
    expect(await price()).toBeNull();
  });

  it('is refused to a Viewer, who holds no PDF code', async () => {
    const params = { globalCustomerNumber: own.globalCustomerNumber, orderId: await orderId() };
    expect((await app.call(getOrderPdf, { as: 'viewer@example.com', params })).status).toBe(403);
  });
});
