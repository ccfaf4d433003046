import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/database';
import { demoMailbox } from '#server/database/tables/operations';
import { openTestDatabase } from '#server/testing/test-database';
import { demoMailboxMail } from './demo-mailbox.mail.ts';
import { MailRefusedError, type OutgoingMail } from './port.ts';

const MAIL: OutgoingMail = {
  key: 'mail-1',
  to: ['owner@example.com'],
  cc: ['manager@example.com'],
  bcc: ['archive@example.com'],
  subject: 'Order 104512: Łódź bridge',
  text: 'Hello,\nthe confirmation is attached.',
  attachments: [{ fileName: 'Order_104512.pdf', contentType: 'application/pdf', content: Buffer.from([0, 255, 10]) }],
};

describe('demo mailbox', () => {
  let database: Database;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ database, close } = await openTestDatabase('empty'));
  });
  afterAll(() => close());

  const mails = () => database.transaction('system', ({ orm }) => orm.select().from(demoMailbox));

  it('keeps a mail with all its recipients and attachments', async () => {
    await demoMailboxMail(database, 'Yardage <no-reply@example.com>').send(MAIL);
    expect(await mails()).toEqual([
      {
        id: expect.any(Number),
        receivedAt: expect.any(Date),
        sender: 'Yardage <no-reply@example.com>',
        recipients: ['owner@example.com', 'manager@example.com', 'archive@example.com'],
        subject: MAIL.subject,
        body: MAIL.text,
        attachments: [{ fileName: 'Order_104512.pdf', contentType: 'application/pdf', base64: 'AP8K' }],
      },
    ]);
  });

  it('refuses what the SMTP adapter refuses', async () => {
    const before = (await mails()).length;
    const sending = demoMailboxMail(database, 'Yardage <no-reply@example.com>').send({ ...MAIL, subject: 'a\r\nBcc: spy@example.com' });
    await expect(sending).rejects.toBeInstanceOf(MailRefusedError);
    expect(await mails()).toHaveLength(before);
  });
});
