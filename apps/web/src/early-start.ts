import { HEADERS, headerText } from '@yardage/contract/headers';
import type { PublicConfig } from '@yardage/contract/public-config';
import { firstOffered, SOURCE_LANGUAGE } from '@yardage/messages/negotiate';
import { fetchPublicConfig } from './lib/config/public-config.ts';
import {
  dayOfReads,
  type EarlyCall,
  FIRST_READS_KEY,
  type FirstReads,
  isPlainAddress,
  RENEW_BEFORE_EXPIRY_SECONDS,
} from './lib/http/early-start-state.ts';
import { CUSTOMER_KEY, LANGUAGE_KEY, VIEW_AS_KEY } from './lib/storage-keys.ts';
import { later } from './start-box.ts';
import { type StartTexts, showFailure, showStart } from './start-screen.ts';

// The first script of the page, a file of a few kilobytes. It starts everything that a signed-in user's page is known to need, while the
// app's own scripts load: those of the page, the settings, the three requests about the user's access, and what the page read first when it
// was last opened. The build fills in the files.

/** Files by signed-in page: numbers of `files`. `frame` is for each of them; messages are by language. */
interface PageFiles {
  /** The app's own script. */
  app: string;
  /** The worker that makes the first formats. */
  formats: string;
  files: readonly string[];
  frame: readonly number[];
  pages: Readonly<Record<string, readonly number[]>>;
  landing: readonly number[];
  messages: Readonly<Record<string, number>>;
  startMessages: Readonly<Record<string, number>>;
  texts: Readonly<Record<string, StartTexts>>;
}

declare const PAGE_FILES: PageFiles;
/** The build replaces every use of the name, so it is used here only. */
const KNOWN: PageFiles = PAGE_FILES;

interface StoredUser {
  access_token?: string;
  expires_at?: number;
}

interface StoredCustomer {
  customerNumber: string;
  datasourceId: number;
  globalCustomerNumber: string;
}

function stored(storage: Storage, key: string): unknown {
  return JSON.parse(storage.getItem(key) ?? 'null');
}

/** The account of this browser, as the sign-in library keeps it. */
function storedUser(): StoredUser | null {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith('oidc.user:'));
  return keys.length === 1 ? (stored(localStorage, keys[0] ?? '') as StoredUser | null) : null;
}

/** The customer of the address, otherwise the one selected last; undefined if this browser does not know it. */
function wantedCustomer(): StoredCustomer | undefined {
  const known = stored(localStorage, CUSTOMER_KEY) as { selected?: StoredCustomer; list?: StoredCustomer[] } | null;
  // The router writes a text that looks like a number in quotes.
  const asked = new URLSearchParams(location.search).get('customer')?.replaceAll('"', '') ?? known?.selected?.globalCustomerNumber;
  return known?.list?.find(({ globalCustomerNumber }) => globalCustomerNumber === asked);
}

function preload(file: string): void {
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  link.crossOrigin = '';
  // After the data, which the first script can show without these files.
  link.fetchPriority = 'low';
  link.href = `/${file}`;
  document.head.append(link);
}

function preloadAll(indexes: Iterable<number | undefined>): void {
  for (const index of indexes) {
    const file = KNOWN.files[index ?? -1];
    if (file) preload(file);
  }
}

/** Returns the path of the opened page if it is one of the signed-in pages. */
function signedInPage(): string | undefined {
  const path = Object.keys(KNOWN.pages)
    .filter((page) => location.pathname === page || location.pathname.startsWith(`${page}/`))
    .sort((one, other) => other.length - one.length)[0];
  // Public pages and the not-found page need none of this, and the root leads to the dashboard.
  return path ?? (location.pathname === '/' ? '/dashboard' : undefined);
}

/** Preloads the files of a signed-in page. */
function preloadPage(page: string, language: string): void {
  const { frame, pages, messages } = KNOWN;
  preloadAll(new Set([...frame, ...(pages[page] ?? []), messages[language]]));
}

/** What the page read first when it was last opened for this customer today. */
function firstReads({ globalCustomerNumber }: StoredCustomer): readonly string[] {
  const known = stored(localStorage, FIRST_READS_KEY) as Record<string, FirstReads> | null;
  const reads = known?.[location.pathname];
  const isSame = reads?.globalCustomerNumber === globalCustomerNumber && reads.day === dayOfReads();
  return isSame && isPlainAddress(location.search) ? reads.urls.filter((url) => url.startsWith('/api/')) : [];
}

/** The requests about the user's access, as the app sends them (account.api.ts), and the page's own. */
function earlyCalls(config: PublicConfig, token: string, language: string): EarlyCall[] {
  const common = {
    Accept: 'application/json',
    'Accept-Language': language,
    [HEADERS.subscriptionKey]: config.subscriptionKey,
    Authorization: `Bearer ${token}`,
  };
  const call = (url: string, headers: Record<string, string> = common): EarlyCall => {
    // Ahead of the scripts, of which a browser loads only six at a time without HTTP/2.
    const answer = fetch(url, { headers, priority: 'high' });
    answer.catch(() => undefined);
    return { url, headers, answer };
  };
  const customer = wantedCustomer();
  const calls = [call('/api/users/global-customer-numbers'), call('/api/users/me')];
  if (customer) {
    const { customerNumber, datasourceId, globalCustomerNumber } = customer;
    const query = new URLSearchParams({ customerNumber, datasourceId: String(datasourceId) });
    const headers = {
      ...common,
      [HEADERS.customerNumber]: headerText(customerNumber),
      [HEADERS.globalCustomerNumber]: headerText(globalCustomerNumber),
      [HEADERS.datasourceId]: String(datasourceId),
    };
    for (const url of [`/api/users/me/permissions?${query}`, ...firstReads(customer)]) calls.push(call(url, headers));
  }
  return calls;
}

/** A window that is covered meanwhile has no frames. */
const FIRST_FRAME_WITHIN_MS = 500;
/** After the first frame. On a slow line, the app's first files, which the HTML preloads, take longer. */
const ROWS_WITHIN_MS = 250;

/** The language of the page, once it is known. */
let language: string = SOURCE_LANGUAGE;

function start(): void {
  const config = fetchPublicConfig();
  window.yardageEarly = { config };
  config.catch(() => undefined);
  const chosen = (stored(localStorage, LANGUAGE_KEY) as { language?: string } | null)?.language;
  const languages = Object.keys(KNOWN.messages);
  language = firstOffered([...(chosen ? [chosen] : []), ...navigator.languages], languages) ?? SOURCE_LANGUAGE;
  preloadAll([KNOWN.startMessages[language]]);
  const user = storedUser();
  if (!user && location.pathname === '/') preloadAll(KNOWN.landing);
  const page = user?.access_token ? signedInPage() : undefined;
  if (!user?.access_token || page === undefined) {
    startApp();
    return;
  }
  new Worker(`/${KNOWN.formats}`);
  const isFresh = (user.expires_at ?? Number.POSITIVE_INFINITY) - Date.now() / 1000 > RENEW_BEFORE_EXPIRY_SECONDS;
  // A staff member's view of another user has headers of its own.
  if (isFresh && !sessionStorage.getItem(VIEW_AS_KEY)) {
    const token = user.access_token;
    window.yardageEarly.calls = config.then((settings) => earlyCalls(settings, token, language)).catch(() => []);
  }
  const { calls } = window.yardageEarly;
  const { frame, rows } = showStart({ page, texts: KNOWN.texts[language], config, calls });
  // The first frame and the first rows need none of the scripts, so they do not delay them.
  const begin = (): void => {
    preloadPage(page, language);
    startApp();
  };
  Promise.race([frame, later(FIRST_FRAME_WITHIN_MS)])
    .then(() => Promise.race([rows, later(ROWS_WITHIN_MS)]))
    .then(begin, begin);
}

/** Starts the app, whose first files the HTML preloads. It needs the whole page. */
function startApp(): void {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', startApp);
    return;
  }
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = '';
  script.src = `/${KNOWN.app}`;
  // Also if one of the files that it imports does not arrive. The page would otherwise keep its bars for ever.
  script.onerror = () => {
    const { failure } = KNOWN.texts[language] ?? {};
    if (failure) showFailure(failure);
  };
  document.head.append(script);
}

try {
  start();
} catch {
  // Storage is blocked or holds something unexpected: the app starts without a head start.
  startApp();
}
