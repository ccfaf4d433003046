import { createTransport } from 'nodemailer';
import { isSafeAddress } from '#server/adapters/safe-address';
import { checkMail } from './mail-check.ts';
import { MailDeferredError, type MailPort, MailRefusedError, type OutgoingMail } from './port.ts';

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://…:587`, which switches to TLS and sends nothing before. `?requireTLS=false` allows plain text. */
  url: string;
  /** An address, or `Name <address>`. */
  from: string;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** How long a server may stay silent during a conversation. */
const SILENCE_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 3;

/** The properties of nodemailer's errors that we use. */
interface SmtpFault {
  code?: string;
  /** Set if the server replied: whether the failure is permanent. */
  permanent?: boolean;
  responseCode?: number;
  /** The command that failed. */
  command?: string;
  /** Set if the server refused every recipient. */
  rejected?: string[];
}

/** The reply of a server that closes the connection and serves nobody for now. */
const NOT_AVAILABLE = 421;

/** Sends mail through an SMTP server, over a few connections that stay open until `close`. */
export function smtpMail(settings: SmtpSettings): Required<MailPort> {
  const transport = openTransport(settings);
  const sender = { from: settings.from, domain: domainOf(settings.from) };
  return {
    async send(mail) {
      checkMail(mail);
      const { rejected, isForNow } = await deliver(transport, mail, sender);
      if (rejected.length === 0) return;
      // The other recipients have the mail and would get it twice with a retry to all.
      const message = `The mail went out, but the server refused: ${rejected.join(', ')}`;
      throw isForNow ? new MailDeferredError(message, { pending: rejected }) : new MailRefusedError(message, { refused: rejected });
    },
    close: () => transport.close(),
  };
}

type Transport = ReturnType<typeof openTransport>;

/** The lowest reply code of a permanent refusal. */
const FOR_GOOD = 500;

/** Returns the addresses that the server refused while it accepted others, and whether a later try may succeed for one of them. */
async function deliver(
  transport: Transport,
  mail: OutgoingMail,
  { from, domain }: { from: string; domain: string },
): Promise<{ rejected: string[]; isForNow: boolean }> {
  try {
    const { rejected, rejectedErrors = [] } = await transport.sendMail({
      messageId: `<${mail.key}@${domain}>`,
      to: mail.to.map(asAddress),
      cc: mail.cc.map(asAddress),
      bcc: mail.bcc.map(asAddress),
      ...(mail.only === undefined ? {} : { envelope: { from, to: mail.only.map(asAddress) } }),
      ...(mail.replyTo === undefined ? {} : { replyTo: asAddress(mail.replyTo) }),
      subject: mail.subject,
      text: mail.text,
      ...(mail.unsubscribe === undefined ? {} : { headers: unsubscribeHeaders(mail.unsubscribe) }),
      attachments: mail.attachments.map(({ fileName, contentType, content }) => ({ filename: fileName, contentType, content })),
    });
    return {
      rejected,
      isForNow: rejectedErrors.some(({ responseCode }) => responseCode !== undefined && responseCode < FOR_GOOD),
    };
  } catch (error) {
    throw toMailError(error);
  }
}

const unsubscribeHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

function openTransport({ url, from }: SmtpSettings) {
  return createTransport(
    {
      url,
      // The address comes last, so that its options override these.
      requireTLS: !isSafeAddress(url),
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      // MailSender retries failed mails with growing pauses, so the pool must not retry by itself.
      maxRequeues: 0,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
}

/** Returns the domain of an address, or of `Name <address>`. */
function domainOf(from: string): string {
  return /@([^@\s<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

/** Returns the address as an object, so that no part of it is parsed as a list or a display name. */
function asAddress(address: string): { name: string; address: string } {
  return { name: '', address };
}

/** The reply of a server that requires a login first. */
const LOGIN_NEEDED = 530;
/** The commands whose replies are about a recipient or the mail itself. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];
/** nodemailer's codes of such replies. */
const REPLY_CODES = ['EENVELOPE', 'EMESSAGE'];

/**
 * A permanent reply (5xx) about the mail refuses it; no reply or a 4xx defers it. A server that greets with a refusal, does not encrypt, refuses
 * the login or the portal's own address would say the same to every mail, so all of them wait: the setting can be corrected without losing
 * mails.
 */
function toMailError(error: unknown): Error {
  const { code = '', command = '', permanent, responseCode, rejected = [] } = error as SmtpFault;
  const message = `The mail server said: ${error instanceof Error ? error.message : String(error)}`;
  const isAboutMail = REPLY_CODES.includes(code) && ABOUT_THE_MAIL.includes(command) && responseCode !== LOGIN_NEEDED;
  if (permanent === true && isAboutMail) return new MailRefusedError(message, { cause: error, refused: rejected });
  const isServerAway = !isAboutMail || responseCode === undefined || responseCode === NOT_AVAILABLE;
  return new MailDeferredError(message, { cause: error, isServerAway });
}
