import { brandingSchema } from '@yardage/contract/public-config';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoMailboxMail } from '#server/adapters/mail/demo-mailbox.mail';
import type { MailAttachment } from '#server/adapters/mail/port';
import { openTestDatabase } from '#server/testing/test-database';
import { registerDemoMailbox } from './mailbox.routes.ts';

const BRANDING = brandingSchema.parse({
  platformName: 'Yardage & Sons',
  documentTitle: 'Yardage',
  logoUrl: null,
  accentColor: '#2f5d7c',
  supportPhone: '',
  supportEmail: '',
  privacyPolicyUrl: null,
  showWelcomeMessage: true,
  entryVideoUrl: null,
  bannerUrl: null,
  addressLines: [],
});
const EVIL = `<script>alert("1")</script>'`;
const EVIL_ESCAPED = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;';

describe('demo mailbox pages', () => {
  let app: FastifyInstance;
  let close: () => Promise<void>;
  let send: (subject: string, text?: string, attachments?: MailAttachment[]) => Promise<void>;
  const get = (url: string) => app.inject({ method: 'GET', url });
  const newestId = async () => /\/demo\/mailbox\/(\d+)"/.exec((await get('/demo/mailbox')).payload)?.[1];

  beforeAll(async () => {
    const { database, close: closeDatabase } = await openTestDatabase('empty');
    const mail = demoMailboxMail(database, 'Yardage <no-reply@example.com>');
    send = (subject, text = 'Hello', attachments = []) =>
      mail.send({ key: subject, to: ['owner@example.com'], cc: [], bcc: [], subject, text, attachments });
    app = Fastify();
    registerDemoMailbox(app, database, BRANDING);
    close = async () => {
      await app.close();
      await closeDatabase();
    };
  });
  afterAll(() => close());

  it('says when there is no mail', async () => {
    const answer = await get('/demo/mailbox');
    expect(answer.statusCode).toBe(200);
    expect(answer.payload).toContain('No mail yet.');
  });

  it('lists fifty mails per page, newest first, and links to older ones', async () => {
    for (let count = 1; count <= 53; count++) await send(`Order ${count}`);
    const subjectsOf = (page: string) => [...page.matchAll(/>Order (\d+)</g)].map(([, number]) => Number(number));
    const first = await get('/demo/mailbox');
    expect(subjectsOf(first.payload)).toEqual(Array.from({ length: 50 }, (_, index) => 53 - index));
    const older = /href="(\/demo\/mailbox\?before=\d+)"/.exec(first.payload)?.[1];
    const second = await get(older ?? '');
    expect(subjectsOf(second.payload)).toEqual([3, 2, 1]);
    expect(second.payload).not.toContain('>Older<');
    expect(second.payload).toContain('>Newest<');
  });

  it('shows a mail, and escapes everything in it', async () => {
    await send(EVIL, `${EVIL}\nsecond line`, [{ fileName: `${EVIL}.pdf`, contentType: 'application/pdf', content: Buffer.from('x') }]);
    const mail = await get(`/demo/mailbox/${await newestId()}`);
    const list = await get('/demo/mailbox');
    expect(mail.payload).toContain(`${EVIL_ESCAPED}\nsecond line`);
    expect(mail.payload).toContain(`${EVIL_ESCAPED}.pdf`);
    for (const { payload } of [mail, list]) {
      expect(payload).toContain(EVIL_ESCAPED);
      expect(payload).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
      expect(payload).toContain('Yardage &amp; Sons');
    }
  });

  it('offers attachments as downloads under their own names', async () => {
    const content = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255]);
    await send('Order 1', 'Hello', [
      { fileName: 'Order_1.pdf', contentType: 'application/pdf', content },
      { fileName: 'Łódź "2".html', contentType: 'text/html', content: Buffer.from(EVIL) },
    ]);
    const id = await newestId();
    const pdf = await get(`/demo/mailbox/${id}/attachments/0`);
    expect(pdf.rawPayload).toEqual(content);
    expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
    expect(pdf.headers['content-disposition']).toBe(`attachment; filename="Order_1.pdf"; filename*=UTF-8''Order_1.pdf`);
    const page = await get(`/demo/mailbox/${id}/attachments/1`);
    expect(page.headers['content-disposition']).toBe(
      `attachment; filename="__d_ _2_.html"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA%20%222%22.html`,
    );
  });

  it.each([
    '/demo/mailbox/999999999',
    '/demo/mailbox/0',
    '/demo/mailbox/nonsense',
    '/demo/mailbox/1/attachments/0',
    '/demo/mailbox/1/attachments/-1',
    '/demo/mailbox/99999999999999999999/attachments/99999999999999999999',
  ])('answers 404 for %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.payload).toContain('Not found');
  });

  it('shows the first page for an invalid page number', async () => {
    for (const query of ['before=', 'before=x', 'before=-1', 'before=1&before=2', 'before=99999999999999999999']) {
      const answer = await get(`/demo/mailbox?${query}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.payload).not.toContain('>Newest<');
    }
  });

  it('serves its stylesheet in the accent of the brand', async () => {
    const answer = await get('/demo/mailbox.css');
    expect(answer.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(answer.payload).toContain('--accent: #2f5d7c');
  });
});
