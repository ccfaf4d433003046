import { createStore, useStore } from '#web/lib/store.ts';

/** A probe without an answer in this time counts as no connection. */
const PROBE_WITHIN_MS = 6000;
const FIRST_PROBE_MS = 3000;
const LAST_PROBE_MS = 30_000;

const offline = createStore<boolean>({ initial: false });
let isWatching = false;
let isProbing = false;
/** How many answers came. A probe that began before the last one and fails says nothing any more. */
let answers = 0;
let waitMs = FIRST_PROBE_MS;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Pages of the menu that show something without a connection. */
export const OFFLINE_PATHS: readonly string[] = ['/dashboard', '/orders', '/tickets', '/newOrderChat'];

/** Whether the portal cannot be reached. Renders again when that changes. */
export function useIsOffline(): boolean {
  return useStore(offline);
}

/** Whether the portal cannot be reached, for code outside components. */
export function isOffline(): boolean {
  return offline.get();
}

/** Calls back whenever the connection is lost or back. */
export function onConnectionChange(listener: () => void): () => void {
  return offline.subscribe(listener);
}

/** Follows the browser's online state. Called once, when the layout is mounted. */
export function watchConnection(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('offline', () => become(true));
  window.addEventListener('online', () => {
    waitMs = FIRST_PROBE_MS;
    void probe();
  });
  if (!navigator.onLine) become(true);
}

/** A request got an answer from the server, whatever it was. */
export function noteAnswer(): void {
  answers += 1;
  if (offline.get()) become(false);
}

/** A request got no answer. The connection need not be lost: a single call may fail. So the server is probed with the cheapest call. */
export function noteNoAnswer(): void {
  if (!isWatching || offline.get()) return;
  if (navigator.onLine) void probe();
  else become(true);
}

async function probe(): Promise<void> {
  if (isProbing) return;
  isProbing = true;
  const before = answers;
  const isReached = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_WITHIN_MS) }).then(
    () => true,
    () => false,
  );
  isProbing = false;
  become(!isReached && answers === before);
}

function become(isNowOffline: boolean): void {
  clearTimeout(waiting);
  if (isNowOffline) {
    // The browser's own events are unreliable, so look again from time to time.
    waiting = setTimeout(() => void probe(), waitMs);
    waitMs = Math.min(LAST_PROBE_MS, waitMs * 2);
  } else waitMs = FIRST_PROBE_MS;
  offline.set(isNowOffline);
}
