/** A mail to send. The adapter's settings determine its sender. Addresses are plain, without display names. */
export interface OutgoingMail {
  /** Identifies the mail, the same at every try. Becomes the first part of its Message-ID. */
  key: string;
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  /** Set if the other recipients have the mail already: only these get it. Its headers still name all recipients. */
  only?: readonly string[];
  /** Who gets the replies. */
  replyTo?: string;
  subject: string;
  text: string;
  /** The address that ends mails of this kind with one click (RFC 8058). */
  unsubscribe?: string;
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
  /** The recipients that were refused; empty if the mail itself was. */
  readonly refused: readonly string[];

  constructor(message: string, { cause, refused = [] }: { cause?: unknown; refused?: readonly string[] } = {}) {
    super(message, { cause });
    this.refused = refused;
  }
}

/** The mail could not be sent this time; a retry may succeed. */
export class MailDeferredError extends Error {
  override name = 'MailDeferredError';
  /** The server cannot be reached or used at all, so other mails would fail, too. */
  readonly isServerAway: boolean;
  /** The recipients that still need the mail if others have it already; empty if nobody has it. */
  readonly pending: readonly string[];

  constructor(message: string, options: { cause?: unknown; isServerAway?: boolean; pending?: readonly string[] } = {}) {
    super(message, { cause: options.cause });
    this.isServerAway = options.isServerAway ?? false;
    this.pending = options.pending ?? [];
  }
}
