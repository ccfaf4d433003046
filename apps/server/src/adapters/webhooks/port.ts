/** Who chose an address: only the supplier may be allowed to reach its own network. */
export type WebhookChooser = 'supplier' | 'customer';

/** A signed message that is ready to be sent. */
export interface WebhookMessage {
  url: string;
  chosenBy: WebhookChooser;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

/** Thrown when a message could not be sent or got no response. The error names no address of the network behind the host name. */
export class WebhookSendError extends Error {
  override name = 'WebhookSendError';
}

/** Sends webhook requests to URLs that users configured. */
export interface WebhookPort {
  /** Returns what is wrong with an address, before anything is sent to it. */
  faultOf(url: string, chosenBy: WebhookChooser): string | undefined;
  /** Sends a message and returns the status of the answer, whose body is not read. Redirects are not followed. */
  send(message: WebhookMessage): Promise<number>;
}
