/** A mail to send. The adapter's settings determine its sender. Addresses are plain, without display names. */
export interface OutgoingMail {
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  /** Who gets the replies. */
  replyTo?: string;
  subject: string;
  text: string;
  attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  fileName: string;
  contentType: string;
  content: Buffer;
}

/** Sends mail. A failure is a `MailRefusedError` or a `MailDeferredError`. */
export interface MailPort {
  send(mail: OutgoingMail): Promise<void>;
  /** Closes open connections. */
  close?(): void;
}

/** This mail can never be sent as it is; do not retry. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

/** The mail could not be sent this time; a retry may succeed. */
export class MailDeferredError extends Error {
  override name = 'MailDeferredError';
}
