/** A mail to send; its sender is the adapter's own setting. Addresses are plain, without display names. */
export interface OutgoingMail {
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  /** Who gets the answers. */
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

/** The way out for mail. A failure is a `MailRefusedError` or a `MailDeferredError`. */
export interface MailPort {
  send(mail: OutgoingMail): Promise<void>;
  /** Ends what the way out keeps open. */
  close?(): void;
}

/** This mail will never go out as it is; trying again makes no sense. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

/** The mail did not go out this time; the same mail may go out later. */
export class MailDeferredError extends Error {
  override name = 'MailDeferredError';
}
