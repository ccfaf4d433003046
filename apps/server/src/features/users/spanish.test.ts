import { listStaff } from '@yardage/contract/desk-staff';
import { getInvoicePdf } from '@yardage/contract/invoices';
import { addMember, listMembers, type MemberRow } from '@yardage/contract/members';
import { listOrders, type OrderRow, sendOrderEmail } from '@yardage/contract/orders';
import { type CartHistoryRow, getCartPayment, initiatePayment, listCartHistory } from '@yardage/contract/payments';
import { register } from '@yardage/contract/registration';
import { getTicketPdf, listTickets, type TicketRow } from '@yardage/contract/tickets';
import { updateLanguage } from '@yardage/contract/users';
import { MEMBER_ROLE_NAMES, METHOD_NAMES_ON_PAPER, ORDER_STATUS_NAMES, ORDER_TYPE_NAMES } from '@yardage/domain/names.messages';
import { paymentStatusText } from '@yardage/domain/payment-status';
import { runInLanguage } from '@yardage/messages/language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, payableInvoices } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const SPANISH = { 'accept-language': 'es-US,es;q=0.9' };
const PERSON = {
  firstName: 'Rosa',
  lastName: 'Luna',
  phone: '(423) 555-0188',
  address: '1 Main St',
  city: 'Hixson',
  stateId: 43,
  zip: '37343',
};

let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

const one = async <T>(statement: ReturnType<typeof sql>) => (await app.database.read<T>('system', statement)) as T;
const ofCustomer = (column: string, table: string) =>
  one<string>(
    sql`select ${sql.raw(column)}::text as answer from ${sql.raw(table)} where customer_id = ${own.customerId} order by id desc limit 1`,
  );
const mailTo = async (address: string) => {
  const find = () =>
    app.database.read<{ subject: string; body: string; attachments: { base64: string }[] }[]>(
      'system',
      sql`select coalesce(json_agg(m order by id), '[]') as answer from demo_mailbox m where ${address} = any(recipients)`,
    );
  await app.eventually('mails', async () => expect(await find()).toHaveLength(1));
  return ((await find()) ?? [])[0];
};

describe('in Spanish', () => {
  it('LNG-02 an invoice and a ticket are drawn in the language of the request', async () => {
    const { globalCustomerNumber } = own;
    const documentNumber = await ofCustomer('document_number', 'invoices');
    const invoice = async (headers: Record<string, string>) => {
      const { body } = await app.call(getInvoicePdf, { as: OWNER, params: { globalCustomerNumber, documentNumber }, headers });
      return wordsOfPdf(Buffer.from(body.data, 'base64'));
    };
    const inSpanish = await invoice(SPANISH);
    for (const words of ['Factura', 'Fecha de factura', 'Saldo por pagar', 'Página 1 de']) expect(inSpanish).toContain(words);
    const inEnglish = await invoice({});
    for (const words of ['Invoice date', 'Balance due', 'Page 1 of']) expect(inEnglish).toContain(words);
    const ticketId = Number(await ofCustomer('id', 'tickets'));
    const { body } = await app.call(getTicketPdf, { as: OWNER, params: { globalCustomerNumber, ticketId }, headers: SPANISH });
    const ticket = wordsOfPdf(Buffer.from(body.data, 'base64'));
    for (const words of ['Remisión de entrega', 'Salida de planta', 'Recibido por']) expect(ticket).toContain(words);
  });

  it('LNG-02 TKT-15 a download is in the language of the request, although it is drawn while it is read', async () => {
    const ids = await one<number[]>(
      sql`select json_agg(id) as answer from (select id from tickets where customer_id = ${own.customerId} order by id limit 2) t`,
    );
    const { rawPayload } = await app.http.inject({
      method: 'POST',
      url: `/api/customers/${own.globalCustomerNumber}/tickets/download`,
      headers: { authorization: `Bearer ${await app.token(OWNER)}`, ...SPANISH },
      payload: { ticketIds: ids, format: 'pdf' },
    });
    expect(wordsOfPdf(rawPayload).match(/Remisión de entrega/g)).toHaveLength(2);
  });

  it('LNG-02 a mailed document keeps the language in which it was requested', async () => {
    const orderId = Number(await ofCustomer('id', 'orders'));
    const params = { globalCustomerNumber: own.globalCustomerNumber, orderId };
    const body = { email: 'obra@example.com', message: 'Adjunto el pedido.' };
    const { body: answer } = await app.call(sendOrderEmail, { as: OWNER, params, body, headers: SPANISH });
    expect(answer.message).toBe('Pedido enviado por correo a obra@example.com');
    const mail = await mailTo('obra@example.com');
    expect(mail?.subject).toMatch(/^Pedido /);
    expect(wordsOfPdf(Buffer.from(mail?.attachments[0]?.base64 ?? '', 'base64'))).toContain('Confirmación de pedido');
  });

  it('LNG-02 REG-19 the mail about a registration is in the language of the form', async () => {
    const { phone, ...person } = PERSON;
    const email = 'rosa@example.com';
    const form = { ...person, email, confirmEmail: email, phoneNumber: phone, companyName: 'Luna', customerNumber: own.customerNumber };
    expect((await app.call(register, { body: form, headers: SPANISH })).body.message).toMatch(/^Su correo está en revisión/);
    const mail = await mailTo(email);
    expect([mail?.subject, mail?.body]).toEqual([expect.stringContaining('recibimos su registro'), expect.stringContaining('Gracias por')]);
  });

  it('LNG-02 USR-16 an invitation is in the language of the recipient, whatever the request is in', async () => {
    const email = 'nobody@example.com';
    await app.call(updateLanguage, { as: email, body: { language: 'es' } });
    const { customerNumber, datasourceId, globalCustomerNumber } = own;
    await app.call(addMember, {
      as: OWNER,
      query: { customerNumber, datasourceId, globalCustomerNumber },
      body: { ...PERSON, email, roleId: 6 },
    });
    const mail = await mailTo(email);
    expect([mail?.subject, mail?.body]).toEqual([
      expect.stringContaining('su cuenta está lista'),
      expect.stringContaining('Inicie sesión en'),
    ]);
  });
});

describe('responses to a caller who reads Spanish', () => {
  it('LNG-01 API-34 RES-05 PAY-39 name the status of each invoice in English, which screens translate', async () => {
    const { globalCustomerNumber } = own;
    const place = { as: OWNER, query: { globalCustomerNumber }, headers: SPANISH };
    const request = cardRequest(own, await payableInvoices(app.database, own, 1));
    const refused = await app.call(initiatePayment, {
      ...place,
      body: { ...request, metadata: { ...request.metadata, customerEmail: 'nobody' } },
    });
    expect([refused.status, refused.body.metadata?.invoices[0]?.strStatusMessage]).toEqual([400, 'Unpaid']);
    const paid = await app.call(initiatePayment, { ...place, body: request });
    const { cartId } = paid.body.data.cartData;
    const later = await app.call(getCartPayment, { as: OWNER, params: { globalCustomerNumber, cartId }, headers: SPANISH });
    const names = [paid.body.data, later.body].map(({ metadata }) => metadata.invoices[0]?.strStatusMessage);
    expect(names).toEqual(['Paid', 'Paid']);
  });

  it('LNG-01 USR-01 HIS-01 find rows by the words that the screen shows, and still by the stored ones', async () => {
    const { customerNumber, datasourceId, globalCustomerNumber } = own;
    const roles = async (search: string) => {
      const query = { customerNumber, datasourceId, globalCustomerNumber, search };
      const { body } = await app.call(listMembers, { as: OWNER, query, headers: SPANISH });
      return [...new Set((body.items as MemberRow[]).map(({ roleName }) => roleName))];
    };
    expect(await roles('gerente de proyecto')).toEqual(['Project Manager']);
    expect(await roles('Project Manager')).toEqual(['Project Manager']);
    const sources = async (search: string) => {
      const call = { as: OWNER, params: { globalCustomerNumber }, query: { search }, headers: SPANISH };
      const { body } = await app.call(listCartHistory, call);
      return [...new Set((body.items as CartHistoryRow[]).map(({ paymentSourceName }) => paymentSourceName))];
    };
    expect(await sources('portal de clientes')).toEqual(['Customer portal']);
    expect(await sources('customer portal')).toEqual(['Customer portal']);
    const staff = await app.call(listStaff, {
      as: 'desk@example.com',
      query: { search: 'despachador' },
      headers: SPANISH,
    });
    expect(new Set(staff.body.items.map(({ role }: { role: string }) => role))).toEqual(new Set(['Dispatcher']));
  });

  it('LNG-01 USR-01 HIS-01 ORD-07 ORD-08 sort by the words that the screen shows', async () => {
    const { customerNumber, datasourceId, globalCustomerNumber } = own;
    const call = { as: OWNER, params: { globalCustomerNumber }, headers: SPANISH };
    const by = (sortBy: string) => ({ sortBy, sortDesc: 'true', pageSize: '100' });
    const people = { as: OWNER, headers: SPANISH, query: { customerNumber, datasourceId, globalCustomerNumber, ...by('roleName') } };
    const members = (await app.call(listMembers, people)).body.items as MemberRow[];
    const byMethod = (await app.call(listCartHistory, { ...call, query: by('paymentMethod') })).body.items as CartHistoryRow[];
    const byMessage = (await app.call(listCartHistory, { ...call, query: by('statusMessage') })).body.items as CartHistoryRow[];
    const byType = (await app.call(listOrders, { ...call, query: by('orderType') })).body.items as OrderRow[];
    const byStatus = (await app.call(listOrders, { ...call, query: by('orderStatus') })).body.items as OrderRow[];
    const tickets = (await app.call(listTickets, { ...call, query: by('orderType') })).body.items as TicketRow[];
    const named = (names: object, code: string | number | null): string => (names as Record<string, string>)[code ?? ''] ?? String(code);
    const shown = runInLanguage('es', () => [
      members.flatMap(({ roleName }) => (roleName ? [named(MEMBER_ROLE_NAMES, roleName)] : [])),
      byMethod.map(({ paymentMethod }) => named(METHOD_NAMES_ON_PAPER, paymentMethod)),
      byMessage.map(({ statusMessage }) => paymentStatusText(statusMessage)),
      byType.map(({ orderType }) => named(ORDER_TYPE_NAMES, orderType)),
      byStatus.map(({ orderStatusId }) => named(ORDER_STATUS_NAMES, orderStatusId)),
      tickets.map(({ orderType }) => named(ORDER_TYPE_NAMES, orderType)),
    ]).map((words) => words.filter((word, place) => word !== words[place - 1]));
    for (const words of shown) expect(words).toEqual(words.toSorted((one, other) => other.localeCompare(one, 'es')));
    expect(shown[0]).toHaveLength(6);
  });
});
