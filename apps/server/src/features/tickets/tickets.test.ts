import { getTicket, getTicketPdf, listTickets, sendTicketEmail, type TicketDetail, type TicketRow } from '@yardage/contract/tickets';
import { formatDollars } from '@yardage/domain/money';
import { TICKET_WORDS } from '@yardage/domain/names.messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { isoMoment } from '#server/database/sql';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { ticketDocument } from './tickets.document.ts';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

const ask = <T>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement);
const list = async (query: Record<string, string | number | boolean> = {}) =>
  (await app.call(listTickets, { as: OWNER, params: { globalCustomerNumber: own.globalCustomerNumber }, query })).body as {
    items: TicketRow[];
    totalCount: number;
  };
const ticketParams = (ticketId: number) => ({ globalCustomerNumber: own.globalCustomerNumber, ticketId });
/** Returns the delivered concrete ticket with the most products. */
const someTicketId = async () =>
  Number(
    await ask(sql`select t.id as answer from tickets t join orders o on o.id = t.order_id where t.customer_id = ${own.customerId} and t.status_id = 6
      and o.order_type = 1 order by (select count(*) from ticket_products l where l.ticket_id = t.id) desc, t.id desc limit 1`),
  );

describe('the tickets list', () => {
  it('API-08 TKT-04 TKT-06 returns tickets by their time, newest first', async () => {
    const { items, totalCount } = await list({ pageSize: 100, count: 'exact' });
    expect(totalCount).toBe(Number(await ask(sql`select count(*) as answer from tickets where customer_id = ${own.customerId}`)));
    const times = items.map((row) => row.ticketDateTime);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('TKT-02 filters by order type', async () => {
    for (const orderType of [1, 2, 3]) {
      const { items, totalCount } = await list({ orderType, pageSize: 100, count: 'exact' });
      expect(items.every((row) => row.orderType === orderType)).toBe(true);
      const expected = await ask(
        sql`select count(*) as answer from tickets t join orders o on o.id = t.order_id
            where t.customer_id = ${own.customerId} and o.order_type = ${orderType}`,
      );
      expect(totalCount, String(orderType)).toBe(Number(expected));
    }
    expect((await list({ orderType: '' })).totalCount).toBe((await list()).totalCount);
  });

  it('API-08 TKT-03 filters by whole days in the time zone of the data source', async () => {
    const zone = await ask<string>(sql`select time_zone as answer from data_sources where id = ${own.datasourceId}`);
    const id = Number(await ask(sql`select max(id) as answer from tickets where customer_id = ${own.customerId} and invoice_id is null`));
    const momentIn = (day: string) => ask<string>(sql`select ${isoMoment(sql`(${day}::timestamp at time zone ${zone}::text)`)} as answer`);
    const move = (moment: string | undefined) =>
      app.database.transaction('system', ({ client }) => client.query('update tickets set ticketed_at = $1 where id = $2', [moment, id]));
    const before = await ask<string>(sql`select ticketed_at::text as answer from tickets where id = ${id}`);
    const isListed = async (startDate: string, endDate: string) =>
      (await list({ startDate, endDate, pageSize: 100 })).items.some((row) => row.id === id);
    await move(await momentIn('2031-07-04 23:30'));
    const found = [
      await isListed('2031-07-04', '2031-07-04'),
      await isListed('2031-06-30', '2031-07-03'),
      await isListed('2031-07-05', '2031-07-11'),
      await isListed('2031-07-01', '2031-07-04'),
    ];
    await move(before);
    expect(found).toEqual([true, false, false, true]);
  });

  it('TKT-06 returns what is stored of a ticket, each time in its own field', async () => {
    const rows = [...(await list({ pageSize: 100 })).items, ...(await list({ pageSize: 20, sortBy: 'invoiceDocumentNumber' })).items];
    const stored = await ask<Partial<TicketRow>[]>(
      sql`select json_agg(json_build_object('id', t.id, 'orderId', t.order_id, 'ticketNumber', t.ticket_number,
            'orderNumber', o.order_number, 'orderType', o.order_type, 'invoiceDocumentNumber', i.document_number,
            'statusId', t.status_id, 'isCancelled', t.is_cancelled, 'truckNo', tr.number, 'totalQuantity', t.quantity,
            'unitOfMeasure', p.unit_of_measure, 'loadNumber', t.load_number, 'plant', pl.name,
            'jobAddress', o.job_address1 || coalesce(', ' || o.job_address2, ''), 'altKeyTicketId', t.alt_key,
            'ticketDateTime', ${isoMoment(sql`t.ticketed_at`)}, 'dueOnJobTime', ${isoMoment(sql`t.due_on_job_at`)},
            'loadingTime', ${isoMoment(sql`t.loading_at`)}, 'toJobTime', ${isoMoment(sql`t.leave_plant_at`)},
            'onJobTime', ${isoMoment(sql`t.arrived_at`)}, 'finishUnloadingTime', ${isoMoment(sql`t.finished_at`)})) as answer
          from tickets t join orders o on o.id = t.order_id join products p on p.id = o.product_id join plants pl on pl.id = t.plant_id
          left join trucks tr on tr.id = t.truck_id left join invoices i on i.id = t.invoice_id
          where t.id = any(${`{${rows.map(({ id }) => id)}}`}::bigint[])`,
    );
    const byId = new Map(stored?.map((ticket) => [ticket.id, ticket]));
    for (const row of rows) {
      expect(row).toMatchObject(byId.get(row.id) ?? { id: 'not stored' });
      expect(row.dataset).toBe(own.dataset);
    }
    // Some rows have five different times, so that swapped fields are noticed.
    const timesOf = (row: TicketRow) => [row.dueOnJobTime, row.loadingTime, row.toJobTime, row.onJobTime, row.finishUnloadingTime];
    expect(rows.some((row) => new Set(timesOf(row)).size === 5)).toBe(true);
    expect(rows.some((row) => row.invoiceDocumentNumber !== null)).toBe(true);
  });

  it('TBL-01 TKT-01 sorts trucks by their numbers as they are read', async () => {
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update trucks set number = '9' where id = (select max(truck_id) from tickets where customer_id = ${own.customerId})`),
    );
    const numbers = (await list({ sortBy: 'truckNo', sortDesc: false, pageSize: 100 })).items.map(({ truckNo }) => Number(truckNo));
    expect(numbers[0]).toBe(9);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  });

  it('TKT-01 finds by ticket, order, truck, job, address and invoice', async () => {
    const { items } = await list({ pageSize: 100, sortBy: 'invoiceDocumentNumber' });
    const row = items.find((each) => each.truckNo && each.invoiceDocumentNumber) as TicketRow;
    for (const text of [row.ticketNumber, row.orderNumber, row.truckNo, row.job, row.jobAddress.split(',')[0], row.invoiceDocumentNumber]) {
      const found = await list({ search: `${text} ${row.ticketNumber}` });
      expect(
        found.items.map((each) => each.id),
        String(text),
      ).toContain(row.id);
    }
  });
});

describe('one ticket', () => {
  it('API-09 TKT-13 has amounts that add up', async () => {
    const ticketId = await someTicketId();
    const { body } = await app.call(getTicket, { as: OWNER, params: ticketParams(ticketId), query: { dataset: own.dataset } });
    const ticket = body as TicketDetail;
    const cents = (amount: number | null) => Math.round((amount ?? 0) * 100);
    expect(cents(ticket.subTotal)).toBe(
      Number(await ask(sql`select sum(amount_cents) as answer from ticket_products where ticket_id = ${ticketId}`)),
    );
    expect(cents(ticket.total)).toBe(cents(ticket.subTotal) + cents(ticket.tax));
    expect(cents(ticket.grandTotal)).toBeGreaterThanOrEqual(cents(ticket.total));
    expect(ticket.ticketProducts.length).toBeGreaterThan(0);
  });

  it('TKT-13 returns what is stored of the ticket and of its order', async () => {
    const ticketId = await someTicketId();
    const stored = await ask<Partial<TicketDetail>>(
      sql`select json_build_object('customerName', c.company_name, 'customerNumber', c.customer_number, 'plantCode', pl.number,
            'plant', pl.name, 'operator', t.driver_name, 'truckNo', tr.number, 'phoneNo', o.ordered_by_phone, 'ponumber', o.po_number,
            'directions', o.directions, 'job', o.job, 'jobNumber', o.job_number, 'lotOrBlockNo', o.lot_or_block,
            'orderedBy', o.ordered_by, 'use', o.usage, 'slump', coalesce(t.slump, o.slump), 'testCylindersTaken', t.test_cylinders_taken,
            'noOfGalWaterAdded', t.gallons_water_added, 'addressLine1', o.job_address1, 'addressLine2', o.job_address2,
            'loadNumber', t.load_number, 'totalQuantity', t.quantity,
            'plantLeaveDateTime', ${isoMoment(sql`t.leave_plant_at`)}, 'jobArrivedDateTime', ${isoMoment(sql`t.arrived_at`)},
            'pourStartedDateTime', ${isoMoment(sql`t.pour_started_at`)}, 'finishedPourDateTime', ${isoMoment(sql`t.finished_at`)},
            'leaveJobDateTime', ${isoMoment(sql`t.leave_job_at`)},
            'ticketProducts', (select json_agg(json_build_object('productCode', p.number, 'productDescription', p.description,
              'quantity', l.quantity, 'unitOfMeasure', p.unit_of_measure) order by l.line_number)
              from ticket_products l join products p on p.id = l.product_id where l.ticket_id = t.id)) as answer
          from tickets t join orders o on o.id = t.order_id join customers c on c.id = t.customer_id join plants pl on pl.id = t.plant_id
          left join trucks tr on tr.id = t.truck_id where t.id = ${ticketId}`,
    );
    const { body } = await app.call(getTicket, { as: OWNER, params: ticketParams(ticketId) });
    expect(body).toMatchObject(stored ?? {});
    const { plantLeaveDateTime, jobArrivedDateTime, pourStartedDateTime, finishedPourDateTime } = body as TicketDetail;
    expect(new Set([plantLeaveDateTime, jobArrivedDateTime, pourStartedDateTime, finishedPourDateTime]).size).toBe(4);
  });

  it('shows no amount to a Field member, in the answer or in the PDF', async () => {
    const params = ticketParams(await someTicketId());
    const { body } = await app.call(getTicket, { as: 'field@example.com', params });
    expect([body.subTotal, body.tax, body.total, body.grandTotal]).toEqual([null, null, null, null]);
    const wordsFor = async (as: string) => {
      const { body: pdf } = await app.call(getTicketPdf, { as, params });
      return (await wordsOfPdf(Buffer.from(pdf.data, 'base64'))).toString();
    };
    expect(await wordsFor('field@example.com')).not.toMatch(/\$|Subtotal|Tax/);
    expect(await wordsFor(OWNER)).toMatch(/\$/);
  });

  it('TKT-13 TKT-16 explains the grand total in its PDF in the words of the screen', async () => {
    const { body } = await app.call(getTicket, { as: OWNER, params: ticketParams(await someTicketId()) });
    const paper = JSON.stringify(ticketDocument(body, 'America/New_York'));
    expect(paper).toContain(`Grand total (this order up to this load): ${formatDollars(body.grandTotal)}`);
    expect(paper).toContain(TICKET_WORDS.grandTotal);
  });

  it('TKT-16 formats a phone number in its PDF as everywhere, and says that it is cancelled', async () => {
    const { body } = await app.call(getTicket, { as: OWNER, params: ticketParams(await someTicketId()) });
    expect(JSON.stringify(ticketDocument({ ...body, phoneNo: '6155550179' }, 'America/New_York'))).toContain('(615) 555-0179');
    // TKT-12 TKT-16: the paper of a cancelled ticket says so.
    expect(ticketDocument({ ...body, statusId: 6, isCancelled: true }, 'America/New_York').status).toBe('Cancelled');
  });

  it('API-11 API-12 is mailed with its invoice and customer repeated, which must agree with the path', async () => {
    const row = (await list({ pageSize: 100 })).items.find(({ invoiceDocumentNumber }) => invoiceDocumentNumber) as TicketRow;
    const { customerNumber, dataset } = own;
    const send = (more: object) =>
      app.call(sendTicketEmail, {
        as: OWNER,
        params: ticketParams(row.id),
        body: { email: 'clerk@example.com', message: 'Please see attached.', ccEmails: [], ...more },
      });
    const right = { customerNumber, ticketId: row.id, dataset, documentNumber: row.invoiceDocumentNumber };
    expect((await send(right)).status).toBe(200);
    expect((await send({ ...right, customerNumber: 'other' })).body.code).toBe('customer-mismatch');
    expect((await send({ ...right, dataset: 'other' })).body.code).toBe('customer-mismatch');
    expect((await send({ ...right, ticketId: row.id + 1 })).body.errors).toEqual({ ticketId: ['The path names another one.'] });
    expect((await send({ ...right, documentNumber: 'other' })).status).toBe(404);
    expect((await send({ ...right, orderId: 1 })).status).toBe(400);
  });

  it('API-10 TKT-16 names its PDF after the ticket', async () => {
    const { body } = await app.call(getTicketPdf, { as: OWNER, params: ticketParams(await someTicketId()) });
    expect(body.fileName).toMatch(/^Ticket_.+\.pdf$/);
  });
});
