import { afterEach, describe, expect, it } from 'vitest';
import { MailDeferredError, MailRefusedError, type OutgoingMail } from './port.ts';
import { smtpMail } from './smtp.mail.ts';
import { openSmtpServer, type Reply, type SmtpServer } from './testing/smtp-server.ts';

const PDF = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0x0d, 0x0a, 0x2e]);

const MAIL: OutgoingMail = {
  key: 'mail-1',
  to: ['owner@example.com'],
  cc: ['manager@example.com'],
  bcc: ['archive@example.com'],
  replyTo: 'field@example.com',
  subject: 'Order 104512: Łódź bridge',
  text: 'Hello,\n.\nthe confirmation is attached.',
  attachments: [{ fileName: 'Order_104512.pdf', contentType: 'application/pdf', content: PDF }],
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Opens the adapter with a mail server that replies as given. */
async function open(replyTo?: (command: string) => Reply | undefined, credentials = '') {
  const server = await openSmtpServer(replyTo);
  const mail = smtpMail({ url: `smtp://${credentials}127.0.0.1:${server.port}`, from: 'Yardage <no-reply@example.com>' });
  cleanups.push(server.close, mail.close);
  return { server, mail };
}

/** Replies to every command that matches the pattern. */
const on = (pattern: RegExp, reply: Reply) => (command: string) => (pattern.test(command) ? reply : undefined);

/** Returns the unfolded header lines of the first mail. */
function headersOf({ received }: SmtpServer): string {
  return (received[0]?.source.split('\n\n')[0] ?? '').replace(/\n[ \t]+/g, ' ');
}

describe('SMTP mail', () => {
  it('sends sender, recipients, text and attachment', async () => {
    const { server, mail } = await open();
    await mail.send(MAIL);
    const [received] = server.received;
    expect(received?.from).toBe('no-reply@example.com');
    expect(received?.recipients).toEqual(['owner@example.com', 'manager@example.com', 'archive@example.com']);
    const headers = headersOf(server);
    expect(headers).toContain('From: Yardage <no-reply@example.com>');
    expect(headers).toContain('To: owner@example.com');
    expect(headers).toContain('Cc: manager@example.com');
    expect(headers).toContain('Reply-To: field@example.com');
    expect(headers).toMatch(/Subject: =\?UTF-8\?/);
    expect(received?.source).toContain('\n.\nthe confirmation is attached.');
    expect(received?.source).toContain('filename=Order_104512.pdf');
    expect(received?.source).toContain(PDF.toString('base64'));
  });

  it('ASVS 12.3.1 sends nothing to a server elsewhere that does not encrypt, unless the address allows it', async () => {
    const server = await openSmtpServer(on(/^STARTTLS/i, '502 not here'));
    cleanups.push(server.close);
    // Reaches this machine, but is not one of the names that the adapter accepts for it.
    const elsewhere = `smtp://127.0.0.1.:${server.port}`;
    const open = (url: string) => {
      const mail = smtpMail({ url, from: 'Yardage <no-reply@example.com>' });
      cleanups.push(mail.close);
      return mail;
    };
    const refusal = await open(elsewhere)
      .send(MAIL)
      .catch((error) => error);
    expect(refusal).toBeInstanceOf(MailDeferredError);
    expect(refusal.message).toContain('STARTTLS');
    expect(server.received).toEqual([]);
    await open(`${elsewhere}?requireTLS=false`).send(MAIL);
    expect(server.received).toHaveLength(1);
  });

  it('STF-06 has the same Message-ID at every try', async () => {
    const { server, mail } = await open();
    for (let count = 0; count < 2; count++) await mail.send(MAIL);
    const ids = server.received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);
    expect(ids).toEqual(['<mail-1@example.com>', '<mail-1@example.com>']);
  });

  it('hides blind copies from the other recipients', async () => {
    const { server, mail } = await open();
    await mail.send(MAIL);
    // A boundary or an id may contain "bcc" by chance.
    expect(server.received[0]?.source).not.toMatch(/^bcc:|archive@/im);
  });

  it('reuses its connection', async () => {
    const { server, mail } = await open();
    for (let count = 0; count < 3; count++) await mail.send(MAIL);
    expect(server.received).toHaveLength(3);
    expect(server.connectionCount()).toBe(1);
  });

  it.each([
    ['to', { to: ['owner@example.com\r\nBcc: spy@example.com'] }],
    ['to as a list', { to: ['owner@example.com, spy@example.com'] }],
    ['cc', { cc: ['"Owner" <owner@example.com>'] }],
    ['bcc', { bcc: ['owner@example.com\n'] }],
    ['replyTo', { replyTo: 'owner@example.com\rX-Evil: 1' }],
    ['subject', { subject: 'Order\r\nBcc: spy@example.com' }],
    ['file name', { attachments: [{ fileName: 'a\r\nX-Evil: 1', contentType: 'application/pdf', content: PDF }] }],
    ['content type', { attachments: [{ fileName: 'a.pdf', contentType: 'text/html\r\nX-Evil: 1', content: PDF }] }],
    ['nobody', { to: [], cc: [], bcc: [] }],
    ['nobody left', { only: [] }],
    ['those left', { only: ['owner@example.com\r\nRCPT TO:<spy@example.com>'] }],
  ])('refuses input that could inject a header or a recipient: %s', async (_name, change) => {
    const { server, mail } = await open();
    await expect(mail.send({ ...MAIL, ...change })).rejects.toBeInstanceOf(MailRefusedError);
    expect(server.connectionCount()).toBe(0);
  });

  it.each([
    ['every recipient', on(/^RCPT/, '550 No such user'), [...MAIL.to, ...MAIL.cc, ...MAIL.bcc]],
    ['the message', on(/^end of data/, '554 Looks like spam'), []],
  ])('STF-06 reports a permanent failure when the server refuses %s', async (_name, replyTo, refused) => {
    const { server, mail } = await open(replyTo);
    const error = await mail.send(MAIL).catch((failure) => failure);
    expect(error).toBeInstanceOf(MailRefusedError);
    expect(error).toHaveProperty('refused', refused);
    expect(server.received).toHaveLength(0);
  });

  it.each([
    ['is busy', on(/^greeting/, '421 Too busy')],
    ['greylists', on(/^RCPT/, '451 Try again later')],
    ['is full', on(/^end of data/, '452 No space')],
    ['hangs up before it greets', on(/^greeting/, 'hang up')],
    ['hangs up', on(/^DATA/, 'hang up')],
    ['hangs up at the end', on(/^end of data/, 'hang up')],
  ])('reports a temporary failure when the server %s', async (_name, replyTo) => {
    const { server, mail } = await open(replyTo);
    await expect(mail.send(MAIL)).rejects.toBeInstanceOf(MailDeferredError);
    expect(server.received).toHaveLength(0);
    expect(server.connectionCount()).toBe(1);
  });

  it('reports a temporary failure when no server listens', async () => {
    const { server, mail } = await open();
    await server.close();
    cleanups.shift();
    await expect(mail.send(MAIL)).rejects.toBeInstanceOf(MailDeferredError);
  });

  it.each([
    ['the connection', on(/^greeting/, '554 5.7.1 Your address is blocked')],
    ['every service', on(/^greeting/, '521 No mail service')],
    ['the greeting', on(/^(EHLO|HELO)/, '550 Bad name')],
    ['mail without a login', on(/^MAIL/, '530 5.7.0 Authentication required')],
    ['recipients without a login', on(/^RCPT/, '530 5.7.0 Authentication required')],
    ['the sender', on(/^MAIL/, '553 Not allowed')],
  ])('STF-06 keeps mail for later when the server would refuse every mail: %s', async (_name, replyTo) => {
    const { mail } = await open(replyTo);
    const error = await mail.send(MAIL).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MailDeferredError);
    expect(error).toHaveProperty('isServerAway', true);
  });

  it('sends only to those who still need it, with the headers of all', async () => {
    const { server, mail } = await open();
    await mail.send({ ...MAIL, only: MAIL.cc });
    expect(server.received[0]).toMatchObject({ from: 'no-reply@example.com', recipients: MAIL.cc });
    expect(headersOf(server)).toMatch(/^To: owner@example\.com$/m);
  });

  it('keeps mail for later when the server refuses the password', async () => {
    const { mail } = await open(on(/^AUTH/, '535 Wrong password'), 'user:secret@');
    const error = await mail.send(MAIL).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MailDeferredError);
    expect(error).toHaveProperty('isServerAway', true);
    expect(String(error)).not.toContain('secret');
  });

  it('does not send again to recipients who have it when one recipient is refused', async () => {
    const { server, mail } = await open(on(/^RCPT TO:<manager@/, '550 No such user'));
    await expect(mail.send(MAIL)).rejects.toThrow('manager@example.com');
    await expect(mail.send(MAIL)).rejects.toBeInstanceOf(MailRefusedError);
    expect(server.received[0]?.recipients).toEqual(['owner@example.com', 'archive@example.com']);
  });

  it('is tried again for a recipient who was refused for now only', async () => {
    const { mail } = await open(on(/^RCPT TO:<manager@/, '451 Try again later'));
    const error = await mail.send(MAIL).catch((failure) => failure);
    expect(error).toBeInstanceOf(MailDeferredError);
    expect(error).toMatchObject({ pending: ['manager@example.com'], isServerAway: false });
  });
});
