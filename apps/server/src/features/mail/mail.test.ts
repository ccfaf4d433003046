import { answerDeskSupport } from '@yardage/contract/desk';
import { addStaff } from '@yardage/contract/desk-staff';
import { addMember, decideMembershipRequest } from '@yardage/contract/members';
import { sendOrderEmail } from '@yardage/contract/orders';
import { register } from '@yardage/contract/registration';
import { createSupportTicket } from '@yardage/contract/support';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoMailboxMail } from '#server/adapters/mail/demo-mailbox.mail';
import { MailDeferredError, type MailPort, MailRefusedError, type OutgoingMail } from '#server/adapters/mail/port';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
let orderId: number;
/** The error that sending a mail throws, if any. The mail port is the only test double. */
let fault: Error | undefined;
let refuses: (mail: OutgoingMail) => boolean;
let tries: number;
/** What the mail server got, in all tests. */
const sent: OutgoingMail[] = [];
/** Delays sending of a mail until the returned promise resolves. */
let holdFor: ((mail: OutgoingMail) => Promise<void> | undefined) | undefined;
/** The ids of the last requested and the last delivered mail before a test. */
let before: { asked: number; arrived: number };

beforeAll(async () => {
  const atTheEdge = (port: MailPort): MailPort => ({
    send: async (mail) => {
      tries += 1;
      if (fault) throw fault;
      if (refuses(mail)) throw new MailRefusedError('no such mailbox');
      await holdFor?.(mail);
      await port.send(mail);
      sent.push(mail);
    },
  });
  app = await openTestApp({ hasJobs: true, mail: (database) => atTheEdge(demoMailboxMail(database, 'Yardage <no-reply@example.com>')) });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  orderId = Number(await app.database.read('system', sql`select max(id) as answer from orders where customer_id = ${own.customerId}`));
});
beforeEach(async () => {
  fault = undefined;
  refuses = () => false;
  holdFor = undefined;
  tries = 0;
  const last = sql`json_build_object('asked', (select coalesce(max(id), 0) from outgoing_mails), 'arrived', (select coalesce(max(id), 0) from demo_mailbox))`;
  before = (await app.database.read<typeof before>('system', sql`select ${last} as answer`)) ?? { asked: 0, arrived: 0 };
});
afterAll(() => app?.close());

const send = (body: object, as = OWNER) =>
  app.call(sendOrderEmail, { as, params: { globalCustomerNumber: own.globalCustomerNumber, orderId }, body });
const mails = () =>
  app.database.read<{ state: string; lastError: string | null }[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('state', state, 'lastError', last_error) order by id), '[]') as answer from outgoing_mails where id > ${before.asked}`,
  );
const mailbox = () =>
  app.database.read<{ recipients: string[]; subject: string; body: string; attachments: { base64: string; fileName: string }[] }[]>(
    'system',
    sql`select coalesce(json_agg(m order by id), '[]') as answer from demo_mailbox m where id > ${before.arrived}`,
  );

describe('mailing an order', () => {
  it('API-07 MAIL-09 ORD-29 sends the confirmation to all recipients and says so', async () => {
    const answer = await send({
      email: 'clerk@example.com',
      message: 'Please see attached.',
      ccEmails: ['a@example.com', 'A@example.com', 'clerk@example.com'],
    });
    expect(answer.body).toEqual({ message: 'Order successfully emailed on clerk@example.com' });
    await app.eventually('mails', async () => expect(await mails()).toEqual([{ state: 'sent', lastError: null }]));
    const [mail] = (await mailbox()) ?? [];
    expect(mail?.recipients).toEqual(['clerk@example.com', 'a@example.com']);
    expect(sent.at(-1)?.replyTo).toBe(OWNER);
    expect(mail?.body).toContain('Please see attached.');
    const pdf = await PDFDocument.load(Buffer.from(mail?.attachments[0]?.base64 ?? '', 'base64'));
    expect(pdf.getPageCount()).toBeGreaterThan(0);
    const audit = await app.database.read<{ action: string }>(
      'system',
      sql`select row_to_json(a) as answer from audit_log a order by id desc limit 1`,
    );
    expect(audit).toMatchObject({ action: 'orders.send-email', customer_id: own.customerId });
  });

  it('MAIL-01 lets those who get a copy of a mail to oneself reply to its sender', async () => {
    await send({ email: OWNER, message: 'See attached.', ccEmails: ['pump@example.com'] });
    await app.eventually('mails', async () => expect(await mailbox()).toHaveLength(1));
    expect(sent.at(-1)).toMatchObject({ to: [OWNER], cc: ['pump@example.com'], replyTo: OWNER });
    await send({ email: OWNER, message: 'For my records.' });
    await app.eventually('mails', async () => expect(await mailbox()).toHaveLength(2));
    expect(sent.at(-1)?.replyTo).toBeUndefined();
  });

  it('MAIL-09 sends again what was refused a moment ago', async () => {
    refuses = ({ to }) => to.includes('clerk@example.com');
    await send({ email: 'clerk@example.com', message: 'Please see attached.' });
    const states = async () => (await mails())?.map(({ state }) => state);
    await app.eventually('mails', async () => expect((await states())?.[0]).toBe('dead'));
    refuses = () => false;
    await send({ email: 'clerk@example.com', message: 'Please see attached.' });
    await app.eventually('mails', async () =>
      expect((await mailbox())?.map(({ recipients }) => recipients)).toContainEqual(['clerk@example.com']),
    );
  });

  it("PER-13 sends a Field member's PDF without prices", async () => {
    await send({ email: 'clerk@example.com', message: 'For the site office.' }, 'field@example.com');
    await app.eventually('mails', async () => expect(await mailbox()).toHaveLength(1));
    const [mail] = (await mailbox()) ?? [];
    const words = (await wordsOfPdf(Buffer.from(mail?.attachments[0]?.base64 ?? '', 'base64'))).toString();
    expect(words).toMatch(/Load/);
    expect(words).not.toContain('$');
  });

  it('sends one mail for the same request made twice at once', async () => {
    const body = { email: 'clerk@example.com', message: 'Twice by a double click.' };
    const answers = await Promise.all([send(body), send(body), send(body)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await mails()).toHaveLength(1);
    await app.eventually('mails', async () => expect(await mails()).toEqual([{ state: 'sent', lastError: null }]));
    expect(await mailbox()).toHaveLength(1);
  });

  it('refuses more than 20 recipients', async () => {
    const ccEmails = Array.from({ length: 20 }, (_, number) => `cc${number}@example.com`);
    const answer = await send({ email: 'clerk@example.com', message: 'To too many.', ccEmails });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveProperty('ccEmails');
    expect(await mails()).toEqual([]);
  });

  it('MAIL-02 MAIL-03 reports missing fields with the specified messages', async () => {
    expect((await send({ email: '', message: '' })).body.errors).toEqual({
      email: ['Email is required'],
      message: ['Message is required'],
    });
    expect((await send({ email: 'nobody', message: 'abcd' })).body.errors).toEqual({
      email: ['Invalid email address'],
      message: ['Message must be at least 5 characters long'],
    });
  });

  it('retries after a temporary failure, and stores the reason', async () => {
    fault = new MailDeferredError('greylisted');
    await send({ email: 'clerk@example.com', message: 'Try again later.' });
    await app.eventually('mails', async () => expect(await mails()).toEqual([{ state: 'queued', lastError: 'greylisted' }]));
    expect(tries).toBe(1);
    fault = undefined;
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update outgoing_mails set next_try_at = now() where state = 'queued'`),
    );
    await app.eventually('mails', async () => expect(await mails()).toEqual([{ state: 'sent', lastError: null }]));
    expect(await mailbox()).toHaveLength(1);
  });

  it('STF-06 gives up at once on a refusal, and notifies the sender and the desk of the reason', async () => {
    refuses = (mail) => mail.to.includes('gone@example.com');
    await send({ email: 'gone@example.com', message: 'Nobody is there.' });
    await app.eventually('mails', async () => expect(((await mails()) ?? []).map(({ state }) => state)).toEqual(['dead', 'sent', 'sent']));
    expect(((await mails()) ?? [])[0]).toEqual({ state: 'dead', lastError: 'no such mailbox' });
    const notices = (await mailbox()) ?? [];
    expect(notices.map(({ recipients }) => recipients[0]).sort()).toEqual([OWNER, app.config.branding.supportEmail].sort());
    for (const notice of notices) {
      expect(notice.subject).toMatch(/^Not delivered: /);
      expect(notice.body).toContain('gone@example.com');
      expect(notice.body).toContain('no such mailbox');
      expect(notice.body).not.toContain('Nobody is there.');
    }
    // Operators see it in the metrics and the log.
    expect((await app.http.inject('/metrics')).body).toMatch(/^mails\{state="failed"\} [1-9]/m);
    expect(app.logLines.some((line) => line.includes('mail refused') && line.includes('no such mailbox'))).toBe(true);
  });

  it("MAIL-01 STF-06 notifies a sender, who is also a recipient, of another recipient's refused address", async () => {
    const refusal = (address: string) => Promise.reject(new MailRefusedError('no such user', { refused: [address] }));
    holdFor = ({ cc, subject }) => {
      if (subject.startsWith('Not delivered')) return undefined;
      return refusal(cc.length > 0 ? 'Clark@example.com' : OWNER);
    };
    await send({ email: OWNER, message: 'With a typing error.', ccEmails: ['clark@example.com'] });
    await send({ email: OWNER, message: 'To a full mailbox.' });
    const states = ['dead', 'dead', 'sent', 'sent', 'sent'];
    // A notice about the first mail may be written before the second mail.
    await app.eventually('mails', async () => expect(((await mails()) ?? []).map(({ state }) => state).sort()).toEqual(states));
    const notices = ((await mailbox()) ?? []).filter(({ recipients }) => recipients.includes(OWNER));
    expect(notices.map(({ body }) => body)).toEqual([expect.stringContaining('Clark@example.com')]);
  });

  it('STF-06 sends no notice when a notice about a refused mail is refused', async () => {
    refuses = () => true;
    await send({ email: 'gone@example.com', message: 'Everybody is gone.' });
    await app.eventually('mails', async () => expect(((await mails()) ?? []).map(({ state }) => state)).toEqual(['dead', 'dead', 'dead']));
  });

  it('does not let a slow mail delay the others', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    holdFor = (mail) => (mail.to.includes('slow@example.com') ? held : undefined);
    await send({ email: 'slow@example.com', message: 'The first one.' });
    await send({ email: 'clerk@example.com', message: 'The second one.' });
    await app.eventually('mails', async () => expect(((await mails()) ?? []).map(({ state }) => state).sort()).toEqual(['queued', 'sent']));
    letGo();
    await app.eventually('mails', async () => expect(((await mails()) ?? []).map(({ state }) => state)).toEqual(['sent', 'sent']));
  });
});

describe('mail about access', () => {
  const person = { firstName: 'Rae', lastName: 'Novak', address: '1 Main St', city: 'Hixson', stateId: 43, zip: '37343' };
  let query: Record<string, string | number>;
  beforeAll(() => {
    query = { customerNumber: own.customerNumber, datasourceId: own.datasourceId };
  });

  it('REG-23 USR-06 does not give the address of the approver to a stranger', async () => {
    const email = 'stranger@example.com';
    const { companyName, customerNumber } = own;
    await app.call(register, { body: { ...person, email, confirmEmail: email, phoneNumber: '4235550133', companyName, customerNumber } });
    const id = await app.database.read<number>('system', sql`select id::int as answer from members where email = ${email}`);
    await app.call(decideMembershipRequest, { as: OWNER, params: { id: id ?? 0 }, query, body: { status: 3 } });
    await app.eventually('mails', () => expect(sent.filter(({ to }) => to.includes(email))).toHaveLength(2));
    expect(JSON.stringify(sent.filter(({ to }) => to.includes(email)))).not.toContain(OWNER);
  });

  it('MAIL-09 SUP-05 USR-17 STF-01 waits, and is sent as the access of sender and recipient is then', async () => {
    const [demoted, removed, member, staff] = ['administrator@example.com', 'manager@example.com', 'typo@example.com', 'gone@example.com'];
    fault = new MailDeferredError('greylisted');
    await send({ email: demoted, message: 'Sent as Administrator.' }, demoted);
    await send({ email: removed, message: 'Sent as Project Manager.' }, removed);
    await app.call(addMember, { as: OWNER, query, body: { ...person, email: member, phone: '4235550133', roleId: 6 } });
    await app.call(addStaff, { as: 'desk@example.com', body: { email: staff, firstName: 'Vera', lastName: 'Mason', role: 'Credit' } });
    const params = { globalCustomerNumber: own.globalCustomerNumber };
    const asked = { title: 'Please call', description: 'It happened twice.', category: 3, type: 2 };
    const { id } = (await app.call(createSupportTicket, { as: removed, params, body: asked })).body;
    await app.call(answerDeskSupport, {
      as: 'dispatcher@example.com',
      params: { id },
      body: { status: 2, version: 1, reply: 'We call at noon.' },
    });
    const deferred = { state: 'queued', lastError: 'greylisted' };
    await app.eventually('mails', async () => expect(await mails()).toEqual(Array(5).fill(deferred)));
    await app.database.transaction('system', async ({ client }) => {
      const at = `where customer_id = ${own.customerId} and email`;
      await client.query(`update members set role_id = (select id from roles where name = 'Field') ${at} = $1`, [demoted]);
      await client.query(`update members set is_enabled = false ${at} = $1`, [removed]);
      await client.query(`delete from members ${at} = $1`, [member]);
      await client.query('update users set is_staff = false, staff_role = null where email = $1', [staff]);
      await client.query('update outgoing_mails set next_try_at = now() where id > $1', [before.asked]);
    });
    fault = undefined;
    const ends = [
      { state: 'sent', lastError: null },
      { state: 'dead', lastError: 'The sender may no longer see this document.' },
      { state: 'sent', lastError: null },
    ];
    await app.eventually('mails', async () => expect(await mails()).toEqual(ends));
    // The document of the demoted one has no prices; the supplier learns of the other, who gets nothing more.
    const arrived = (await mailbox()) ?? [];
    // Both are sent at the same time.
    expect(arrived.map(({ recipients }) => recipients).sort()).toEqual([[demoted], [app.config.branding.supportEmail]]);
    const document = arrived.find(({ recipients }) => recipients.includes(demoted))?.attachments[0];
    const words = (await wordsOfPdf(Buffer.from(document?.base64 ?? '', 'base64'))).toString();
    expect(words).toMatch(/Load/);
    expect(words).not.toContain('$');
  });
});
