import { getInvoice } from '@yardage/contract/invoices';
import { getTicketPdf } from '@yardage/contract/tickets';
import { getProfile, updateLanguage, updateMailSettings } from '@yardage/contract/users';
import { addThirdLanguage } from '@yardage/messages/testing/third-language';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, payableInvoices } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';

let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true, sandbox: { settleSeconds: 1 } });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

const choose = (language: string | null) => app.call(updateLanguage, { as: OWNER, body: { language } });
/** A call that is refused, with the title of the problem. */
const refusal = async (headers: Record<string, string>) => {
  const { globalCustomerNumber, customerNumber, datasourceId } = own;
  const params = { globalCustomerNumber, documentNumber: 'none' };
  const { body } = await app.call(getInvoice, { as: OWNER, params, query: { customerNumber, datasourceId }, headers });
  return body.title as string;
};

describe('the language of a user', () => {
  it('LNG-01 is null until it is chosen, is stored, and can be given back', async () => {
    expect((await app.call(getProfile, { as: OWNER })).body.language).toBeNull();
    expect((await choose('es')).body).toEqual({ language: 'es' });
    expect((await app.call(getProfile, { as: OWNER })).body.language).toBe('es');
    await choose(null);
    expect((await app.call(getProfile, { as: OWNER })).body.language).toBeNull();
  });

  it('LNG-03 must be one that the portal is translated into', async () => {
    const { status, body } = await choose('fr');
    expect([status, body.errors]).toEqual([400, { language: ['Use one of en, es.'] }]);
  });

  it('LNG-03 can be a third one once each package has its catalogue: it is offered, accepted and used', async () => {
    onTestFinished(addThirdLanguage());
    onTestFinished(() => choose(null).then(() => undefined));
    expect((await choose('fr')).body.errors).toEqual({ language: ['Use one of en, es, pt.'] });
    expect((await choose('pt')).body).toEqual({ language: 'pt' });
    expect((await app.call(getProfile, { as: OWNER })).body.language).toBe('pt');
    expect(await refusal({})).toBe('‹No se encontró el registro.›');
    expect(await refusal({ 'accept-language': 'pt-BR,pt;q=0.9' })).toBe('‹No se encontró el registro.›');
    const ticketId = Number(
      await app.database.read('system', sql`select max(id) as answer from tickets where customer_id = ${own.customerId}`),
    );
    const { globalCustomerNumber } = own;
    const { body } = await app.call(getTicketPdf, { as: OWNER, params: { globalCustomerNumber, ticketId } });
    expect(wordsOfPdf(Buffer.from(body.data, 'base64'))).toContain('‹Remisión de entrega›');
  });

  it('LNG-01 problems are in the language that the client asks for, otherwise in the user’s', async () => {
    expect(await refusal({ 'accept-language': 'es-MX,es;q=0.9' })).toBe('No se encontró el registro.');
    expect(await refusal({ 'accept-language': 'fr' })).toBe('The record was not found.');
    await choose('es');
    expect(await refusal({})).toBe('No se encontró el registro.');
    expect(await refusal({ 'accept-language': 'en' })).toBe('The record was not found.');
    await choose(null);
  });

  it('LNG-01 validation messages are in that language too', async () => {
    const { body } = await app.call(updateMailSettings, {
      as: OWNER,
      body: { paymentReceipts: 'x' },
      headers: { 'accept-language': 'es' },
    } as never);
    expect(body.title).toBe('Algunos de los datos enviados no son válidos.');
  });

  it('LNG-01 API-36 the mail about a payment is in the language of the user who paid, whatever the request is in', async () => {
    await choose('es');
    const { cartData } = await paymentDesk(app, own, OWNER).pay(cardRequest(own, await payableInvoices(app.database, own, 1)));
    const mail = await app.database.read<{ subject: string; message: string }>(
      'system',
      sql`select json_build_object('subject', subject, 'message', message) as answer from outgoing_mails where document_reference->>'id' = ${cartData.cartId}`,
    );
    expect(mail?.subject).toBe(`Recibo del pago ${cartData.cartId}`);
    expect(mail?.message).toContain('quedó liquidado');
    await choose(null);
  });
});
