/** The push subscription of a browser, as the browser sent it. */
export interface PushSubscription {
  endpoint: string;
  /** The browser's public key and its secret, base64url. */
  p256dh: string;
  auth: string;
}

interface PushMessage {
  text: string;
  /** A later message with the same topic replaces one that was not fetched yet. */
  topic: string;
}

/**
 * The result of a message: sent, the browser is gone for good, a later try may work, or the push service refused it, maybe because of our
 * settings.
 */
type PushResult = 'sent' | 'gone' | 'later' | 'refused';

/** Sends messages to browsers, also while the portal is closed there. */
export interface PushPort {
  /** The key that browsers subscribe with. */
  publicKey(): Promise<string>;
  /** Returns what is wrong with the address of a browser, before anything is sent to it. */
  faultOf(endpoint: string): string | undefined;
  /** Returns what is wrong with the key of a browser. */
  keyFaultOf(p256dh: string): string | undefined;
  send(subscription: PushSubscription, message: PushMessage): Promise<PushResult>;
}
