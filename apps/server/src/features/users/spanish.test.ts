import { getInvoicePdf } from '@yardage/contract/invoices';
import { addMember } from '@yardage/contract/members';
import { sendOrderEmail } from '@yardage/contract/orders';
import { register } from '@yardage/contract/registration';
import { getTicketPdf } from '@yardage/contract/tickets';
import { updateLanguage } from '@yardage/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
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
