import { local, readStored, writeStored } from '#web/lib/store.ts';
import { endPushOfOthers, ownPush, PUSH_SCOPE, pushRegistration } from './push-owner.ts';

/** The worker that shows notifications. */
const WORKER = '/push-worker.js';

/** Whether this browser shows notifications; `unsupported` and `denied` say why it cannot. */
export type NotificationState = 'unsupported' | 'denied' | 'off' | 'on';

/** The keys of a subscription, as the server takes them. */
interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

async function currentSubscription(): Promise<PushSubscription | null> {
  return (await pushRegistration())?.pushManager.getSubscription() ?? null;
}

/** Returns whether this browser shows notifications of the signed-in user. Ends those of another one. */
export async function notificationState(): Promise<NotificationState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  await endPushOfOthers();
  return (await currentSubscription()) ? 'on' : 'off';
}

/** Asks the user for permission and subscribes this browser. Returns null if they refuse. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.register(WORKER, { scope: PUSH_SCOPE });
  await waitUntilActive(registration);
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  ownPush();
  return keysOf(subscription);
}

function keysOf(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** Storage key: when this browser's subscription was last sent to the server. */
const SENT_KEY = 'yardage.push-told';
const SEND_AGAIN_MS = 86_400_000;

/**
 * Sends this browser's subscription to the server once a day and when its address has changed, if the user has notifications here. The server
 * forgets subscriptions that a push service does not know for a while, and browsers renew their addresses.
 */
export async function refreshSubscription(send: (subscription: BrowserSubscription) => Promise<unknown>): Promise<void> {
  if (!isSupported() || (await notificationState()) !== 'on') return;
  const subscription = await currentSubscription();
  if (!subscription) return;
  const sent = readStored(local, SENT_KEY) as { endpoint?: string; at?: number } | undefined;
  const isRecent = sent?.endpoint === subscription.endpoint && Date.now() - (sent.at ?? 0) < SEND_AGAIN_MS;
  if (isRecent) return;
  await send(keysOf(subscription));
  writeStored(local, SENT_KEY, { endpoint: subscription.endpoint, at: Date.now() });
}

/** A browser can be subscribed once its worker is active. */
async function waitUntilActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = active ?? waiting ?? installing;
  if (!worker || worker.state === 'activated') return;
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    });
  });
}

/** Ends the notifications of this browser. Returns the address that the server should forget. */
export async function unsubscribeBrowser(): Promise<string | null> {
  const subscription = await currentSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint ?? null;
}
