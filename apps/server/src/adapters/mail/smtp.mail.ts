import { createTransport } from 'nodemailer';
import { checkMail } from './mail-check.ts';
import { MailDeferredError, type MailPort, MailRefusedError, type OutgoingMail } from './port.ts';

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://…:587`, which turns to TLS where the server offers it; `?requireTLS=true` insists. */
  url: string;
  /** An address, or `Name <address>`. */
  from: string;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** How long a server may stay silent in the middle of a conversation. */
const SILENCE_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 3;

/** What nodemailer tells about a failure. */
interface SmtpFault {
  code?: string;
  /** Set with a reply: whether the server would say the same again. */
  permanent?: boolean;
}

/** Sends mail through an SMTP server over a few connections that stay open until `close`. */
export function smtpMail(settings: SmtpSettings): Required<MailPort> {
  const transport = openTransport(settings);
  return {
    async send(mail) {
      checkMail(mail);
      const rejected = await deliver(transport, mail);
      // Some have it already: sending it all again would give it to them twice.
      if (rejected.length > 0) throw new MailRefusedError(`The mail went out, but the server refused: ${rejected.join(', ')}`);
    },
    close: () => transport.close(),
  };
}

type Transport = ReturnType<typeof openTransport>;

/** Answers the addresses that the server refused while it took the others. */
async function deliver(transport: Transport, mail: OutgoingMail): Promise<string[]> {
  try {
    const { rejected } = await transport.sendMail({
      to: mail.to.map(asAddress),
      cc: mail.cc.map(asAddress),
      bcc: mail.bcc.map(asAddress),
      ...(mail.replyTo === undefined ? {} : { replyTo: asAddress(mail.replyTo) }),
      subject: mail.subject,
      text: mail.text,
      attachments: mail.attachments.map(({ fileName, contentType, content }) => ({ filename: fileName, contentType, content })),
    });
    return rejected;
  } catch (error) {
    throw toMailError(error);
  }
}

function openTransport({ url, from }: SmtpSettings) {
  return createTransport(
    {
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      // Jobs repeat what failed, with growing pauses; the pool must not repeat on its own.
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

/** As an object, so that nothing in it is read as a list or a display name. */
function asAddress(address: string): { name: string; address: string } {
  return { name: '', address };
}

/**
 * A reply that stays the same (5xx) refuses the mail; no reply or a 4xx defers it. A refused sign-in says nothing about the mail: it is
 * deferred too, so that a password can be mended without losing what was written meanwhile.
 */
function toMailError(error: unknown): Error {
  const { code, permanent } = error as SmtpFault;
  const message = `The mail server said: ${error instanceof Error ? error.message : String(error)}`;
  const isRefused = permanent === true && code !== 'EAUTH';
  return isRefused ? new MailRefusedError(message, { cause: error }) : new MailDeferredError(message, { cause: error });
}
