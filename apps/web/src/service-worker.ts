import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { APP_CACHES, TAKE_OVER } from './lib/offline/service-worker-words.ts';

// The portal without a connection (OFF-01, OFF-02): the app's own files and public settings. It caches no answer of the API. What users
// have seen is kept by the app itself (lib/offline), which knows who is signed in and deletes it at logout.

/** The files of this build, filled in by the build. */
declare const APP_FILES: { url: string; revision: string | null }[];
/** The paths of the app's pages. Every other path belongs to the server. */
declare const APP_PATHS: string[];

/** The parts of the worker's scope that are used here; the types of workers do not go together with those of pages. */
const worker = globalThis as unknown as {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: string, listener: (event: { data?: unknown; waitUntil(work: Promise<unknown>): void }) => void): void;
};

/** On a bad connection the app starts with the settings of the last time. */
const SETTINGS_WITHIN_SECONDS = 3;

precacheAndRoute(APP_FILES, { cleanURLs: false, directoryIndex: '' });
cleanupOutdatedCaches();

const pages = APP_PATHS.map((path) => new RegExp(`^${path}(/|\\?|$)`));
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/(\?|$)/, ...pages] }));

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.json',
  new NetworkFirst({ cacheName: APP_CACHES.settings, networkTimeoutSeconds: SETTINGS_WITHIN_SECONDS }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (url.pathname.startsWith('/branding/') || url.pathname === '/manifest.webmanifest'),
  new StaleWhileRevalidate({ cacheName: APP_CACHES.branding }),
);

// The page that installs the worker has read its settings before, so store them once for the next start.
worker.addEventListener('install', (event) =>
  event.waitUntil(
    caches
      .open(APP_CACHES.settings)
      .then((cache) => cache.add('/config.json'))
      .catch(() => undefined),
  ),
);

// The first version serves the page that installed it. A later one waits until the user agrees or all tabs are closed.
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void worker.skipWaiting();
});
