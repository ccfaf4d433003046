import { findDeskCustomers } from '@yardage/contract/desk';
import { listAuditLog } from '@yardage/contract/desk-audit';
import { listDeskDisputes } from '@yardage/contract/desk-disputes';
import { listPaymentReviews } from '@yardage/contract/desk-payments';
import { listInvoices } from '@yardage/contract/invoices';
import { listOrders } from '@yardage/contract/orders';
import { listCartHistory, listInvoiceHistory } from '@yardage/contract/payments';
import { listQuotes } from '@yardage/contract/quotes';
import { listTickets, type TicketRow } from '@yardage/contract/tickets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let accounts: TestCustomer[];
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  accounts = await customersOf(app.database, OWNER);
  [own] = accounts as [TestCustomer];
});
afterAll(() => app?.close());

const ask = <T>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement);
const write = (text: string, values: unknown[]) => app.database.transaction('system', ({ client }) => client.query(text, values));
const paramsOf = ({ globalCustomerNumber }: TestCustomer) => ({ globalCustomerNumber });
const shown = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });

const tickets = async (search: string) => {
  const { body } = await app.call(listTickets, { as: OWNER, params: paramsOf(own), query: { search, pageSize: 100 } });
  return body as { items: TicketRow[] };
};
const orders = async (search: string) => {
  const { body } = await app.call(listOrders, { as: OWNER, params: paramsOf(own), query: { search, pageSize: 100 } });
  return (body as { items: { id: number }[] }).items.map(({ id }) => id);
};

describe('a search for what a list shows', () => {
  it('TBL-01 TKT-01 finds a row by its address as it is shown, with the comma', async () => {
    const { items } = await tickets('');
    const row = items.find(({ jobAddress }) => jobAddress.includes(',')) as TicketRow;
    for (const search of [
      row.jobAddress,
      `${row.jobAddress}, ${row.ticketNumber}`,
      `${row.ticketNumber},`,
      `${row.job}: ${row.ticketNumber}`,
    ]) {
      expect(
        (await tickets(search)).items.map(({ id }) => id),
        search,
      ).toContain(row.id);
    }
    expect((await tickets(`${row.jobAddress}, nowhere`)).items).toEqual([]);
  });

  it('TBL-01 ORD-02 finds names with the apostrophe of a phone and with accents that the record lacks', async () => {
    const id = Number(await ask(sql`select max(id) as answer from orders where customer_id = ${own.customerId}`));
    await write("update orders set job = 'O''BRIEN MUNOZ YARD' where id = $1", [id]);
    for (const search of ["o'brien", 'o’brien', 'Muñoz', 'mun\u0303oz o’brien']) {
      expect(await orders(search), search).toEqual([id]);
    }
    expect(await orders('Mu%oz')).toEqual([]);
    // …and without accents that the record has, in small letters or capitals.
    for (const job of ['Muñoz Peña Depot', 'MUÑOZ PEÑA DEPOT']) {
      await write('update orders set job = $2 where id = $1', [id, job]);
      for (const search of ['munoz', 'MUNOZ peña', 'Muñoz pena', 'munoz pena depot']) expect(await orders(search), search).toEqual([id]);
      expect(await orders('munez')).toEqual([]);
    }
    await write("update orders set job = 'O''BRIEN MUNOZ YARD' where id = $1", [id]);
    expect(await orders('ñ')).toEqual([]);
  });

  it('TBL-01 QUO-01 finds accents that the record has in the texts of every list, and treats regular expression characters as text', async () => {
    const id = Number(await ask(sql`select max(id) as answer from quotes where customer_id = ${own.customerId}`));
    await write("update quotes set quote_name = 'LÓPEZ [east] (2.0*) \\d' where id = $1", [id]);
    const quotes = async (search: string) => {
      const { body } = await app.call(listQuotes, { as: OWNER, params: paramsOf(own), query: { search, pageSize: 100 } });
      return (body as { items: { id: number }[] }).items.map((row) => row.id);
    };
    for (const search of ['lopez', 'Lópèz', 'LOPEZ [east] (2.0*)', 'lopez east 2.0 (2.0*)', '\\d lopez']) {
      expect(await quotes(search), search).toEqual([id]);
    }
    for (const search of ['lop.z', 'lopez [aest]', 'lopez 2x0', 'l*', 'lopez east 2.0 \\w'])
      expect(await quotes(search), search).toEqual([]);
  });
});

describe('a search at the desk', () => {
  it('REG-23 STF-08 finds the accents of accounts to choose from, and of who did something', async () => {
    await write("update customers set display_name = 'Núñez & Ibáñez Paving' where id = $1", [own.customerId]);
    for (const search of ['nunez & ibanez', 'NÚÑEZ', 'ibanez pav']) {
      const { body } = await app.call(findDeskCustomers, { as: 'desk@example.com', query: { search } });
      expect(
        (body as { globalCustomerNumber: string }[]).map((row) => row.globalCustomerNumber),
        search,
      ).toEqual([own.globalCustomerNumber]);
    }
    const userId = await ask<number>(sql`select id::int as answer from users where email = ${OWNER}`);
    await write("insert into audit_log (user_id, action, subject, detail, request_id) values ($1, 'users.enable', 'accents', '{}', 'r')", [
      userId,
    ]);
    await write("update users set last_name = 'Gutiérrez' where id = $1", [userId]);
    const { body } = await app.call(listAuditLog, { as: 'desk@example.com', query: { who: 'gutierrez', search: 'accents' } });
    expect((body as { totalCount: number }).totalCount).toBe(1);
  });
});

describe('a search for an amount that a list shows', () => {
  it('TBL-01 HIS-03 finds a payment by the amount charged, with a credit and after a partial refund', async () => {
    const payment = await ask<{ id: number; cartId: string; cents: number }>(
      sql`select json_build_object('id', p.id, 'cartId', p.cart_id, 'cents', p.amount_cents) as answer from payments p
          where p.customer_id = ${own.customerId} and p.payment_result = 1 order by p.id desc limit 1`,
    );
    const left = payment?.cents ?? 0;
    const [charged, credit, discount] = [left + 5017, 20_000, 1100];
    await write('update payments set charged_cents = $2, credit_cents = $3, discount_cents = $4 where id = $1', [
      ...[payment?.id, charged, credit, discount],
    ]);
    const found = async (search: string) => {
      const { body } = await app.call(listCartHistory, { as: OWNER, params: paramsOf(own), query: { search } });
      return (body as { items: { cartId: string }[] }).items.map((row) => row.cartId);
    };
    for (const cents of [charged + credit, charged + credit + discount, charged, left]) {
      expect(await found(shown(cents)), shown(cents)).toContain(payment?.cartId);
    }
    // Every amount that the list has a column for: discount, credit and refund. The discount is shown with a minus sign.
    for (const search of [shown(discount), `-$${shown(discount)}`, `-${shown(discount)}`, shown(credit), shown(charged - left)]) {
      expect(await found(search), search).toContain(payment?.cartId);
    }
    await write("update payments set payment_result = 0, returned_at = now(), status_message = 'Returned' where id = $1", [payment?.id]);
    for (const cents of [charged + discount, charged]) expect(await found(shown(cents)), shown(cents)).toContain(payment?.cartId);
  });

  it('TBL-01 API-33 finds what was applied to an invoice by its amounts', async () => {
    const applied = await ask<{ number: string; cents: number }>(
      sql`select json_build_object('number', i.document_number, 'cents', a.amount_cents) as answer from payment_invoices a
          join invoices i on i.id = a.invoice_id where i.customer_id = ${own.customerId} order by a.id desc limit 1`,
    );
    const query = { invoiceDocumentNumber: applied?.number ?? '', search: `$${shown(applied?.cents ?? 0)}` };
    const { body } = await app.call(listInvoiceHistory, { as: OWNER, params: paramsOf(own), query });
    expect((body as { items: { amountWithDiscount: number }[] }).items).toContainEqual(
      expect.objectContaining({ amountWithDiscount: (applied?.cents ?? 0) / 100 }),
    );
  });

  it('TBL-01 INV-01 finds an invoice that is paid in part by what is to pay with its discount', async () => {
    const found = await ask<{ customerId: number; number: string; cents: number }>(
      sql`select json_build_object('customerId', i.customer_id, 'number', i.document_number, 'cents', i.open_cents - i.discount_cents) as answer from invoices i
          where i.open_cents between 1 and i.total_cents - 1 and i.discount_cents > 0 and i.discount_taken_cents = 0 and i.pending_cents = 0
            and i.customer_id in (${sql.raw(accounts.map(({ customerId }) => customerId).join(', '))}) order by i.id desc limit 1`,
    );
    const account = accounts.find(({ customerId }) => customerId === found?.customerId);
    const { body } = await app.call(listInvoices, {
      as: OWNER,
      params: paramsOf(account as TestCustomer),
      query: { search: `$${shown(found?.cents ?? 0)}` },
    });
    expect((body as { items: { documentNumber: string }[] }).items.map((row) => row.documentNumber)).toContain(found?.number);
  });

  it('TBL-01 APY-03 finds a dispute at the desk by its amount, its ticket and its product', async () => {
    const line = await ask<{ ticket: string; product: string }>(
      sql`select json_build_object('ticket', t.ticket_number, 'product', p.number) as answer from tickets t join ticket_products l on l.ticket_id = t.id
          join products p on p.id = l.product_id where t.invoice_id is not null and t.customer_id = ${own.customerId} order by t.id desc, l.line_number limit 1`,
    );
    await write(
      `with made as (insert into disputes (customer_id, invoice_id, ticket_id, line_number, product_id, reason, quantity, amount_cents, created_by)
       select t.customer_id, t.invoice_id, t.id, l.line_number, l.product_id, 'price', 1, 123456, (select id from users where email = $2)
       from tickets t join ticket_products l on l.ticket_id = t.id where t.ticket_number = $1 and t.customer_id = $3 order by l.line_number limit 1 returning id, customer_id)
       insert into dispute_entries (customer_id, dispute_id, kind, author_name, is_staff, message) select customer_id, id, 'opened', 'Owner', false, 'Wrong' from made`,
      [line?.ticket, OWNER, own.customerId],
    );
    for (const search of ['$1,234.56', line?.ticket ?? '', `${line?.product} ${line?.ticket}`]) {
      const { body } = await app.call(listDeskDisputes, { as: 'credit@example.com', query: { search } });
      expect((body as { totalCount: number }).totalCount, search).toBe(1);
    }
  });

  it('TBL-01 STF-07 finds a payment that needs a person by its amount, and by the numbers of its customer', async () => {
    const payment = await ask<{ id: number; cents: number }>(
      sql`select json_build_object('id', p.id, 'cents', coalesce(p.charged_cents, p.amount_cents)) as answer from payments p
          where p.customer_id = ${own.customerId} and p.payment_result = 1 order by p.id limit 1`,
    );
    await write("insert into payment_reviews (customer_id, payment_id, reason) values ($1, $2, 'disagreed')", [
      own.customerId,
      payment?.id,
    ]);
    const amount = `$${shown(payment?.cents ?? 0)}`;
    for (const search of [amount, `${own.customerNumber} ${amount}`, `${own.companyName} · ${own.globalCustomerNumber}`]) {
      const { body } = await app.call(listPaymentReviews, { as: 'credit@example.com', query: { search } });
      expect((body as { totalCount: number }).totalCount, search).toBe(1);
    }
    const { body } = await app.call(listPaymentReviews, { as: 'credit@example.com', query: { search: `${amount}1` } });
    expect((body as { totalCount: number }).totalCount).toBe(0);
  });
});
