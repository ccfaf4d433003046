import { getPermissions, getProfile, listCustomerNumbers } from '@yardage/contract/users';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHttpClient } from './lib/http/http-client.ts';

const CUSTOMER = { customerNumber: '0012', datasourceId: 3, globalCustomerNumber: 'G-10012', displayName: 'Acme' };
const TOKEN = 'token-1';

function storage(values: Record<string, unknown>): Storage {
  const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
  return Object.defineProperty({ ...texts } as unknown as Storage, 'getItem', { value: (key: string) => texts[key] ?? null });
}

interface Drawn {
  textContent: string;
  inner: Drawn[];
  onclick?: () => void;
}

const failureIn = (language: string) => ({ title: `Not started ${language}`, text: 'Check your connection.', retry: 'Retry' });

/** As much of an element as the first script uses. */
function fakeElement(): Drawn {
  const inner: Drawn[] = [];
  return Object.assign(
    { textContent: '', inner },
    {
      dataset: {},
      style: { setProperty() {} },
      setAttribute() {},
      append: (...more: Drawn[]) => void inner.push(...more),
      replaceChildren: (...others: Drawn[]) => void inner.splice(0, inner.length, ...others),
    },
  );
}

const textsOf = ({ textContent, inner }: Drawn): string[] => [textContent, ...inner.flatMap(textsOf)].filter(Boolean);

interface Circumstances {
  isHidden?: boolean;
  isPhone?: boolean;
  /** When the browser reports that a frame is on the screen; browsers that are not named here never say. */
  reportsFrames?: 'soon' | 'never';
  /** Answers a read of a list. */
  list?: (url: string) => Promise<Response>;
}

const SCREEN_DELAY_MS = 30;

/** Reports a frame some time after it was asked to. */
function fakePaintObserver(reportsFrames: Circumstances['reportsFrames'], onReport: () => void) {
  return class {
    static readonly supportedEntryTypes = reportsFrames ? ['largest-contentful-paint'] : [];
    readonly #report: () => void;

    constructor(report: () => void) {
      this.#report = report;
    }

    observe(): void {
      if (reportsFrames === 'never') return;
      setTimeout(() => {
        onReport();
        this.#report();
      }, SCREEN_DELAY_MS);
    }

    disconnect(): void {}
  };
}

/** Runs the page's first script in a browser with this storage. Returns the requests, the files that it preloaded and the texts that it shows. */
async function run(
  local: Record<string, unknown>,
  perTab: Record<string, unknown> = {},
  pathname = '/orders',
  { isHidden = false, isPhone = false, reportsFrames, list = async () => Response.json({}) }: Circumstances = {},
) {
  const asked: string[] = [];
  const preloaded: string[] = [];
  const started: string[] = [];
  const drawn: Drawn[] = [];
  const scripts: { onerror?: () => void }[] = [];
  const reload = vi.fn();
  const fetch = vi.fn(async (url: string) => {
    asked.push(url);
    const branding = { platformName: 'Yardage', showWelcomeMessage: true };
    if (url.startsWith('/api/customers/')) return list(url);
    return Response.json(url === '/config.json' ? { subscriptionKey: 'key', branding } : {});
  });
  vi.stubGlobal('PAGE_FILES', {
    app: 'app.js',
    formats: 'formats.js',
    files: ['a.js', 'b.js', 'c.css', 'm.js', 's.js'],
    frame: [0],
    pages: { '/orders': [1, 2], '/dashboard': [] },
    landing: [],
    messages: { en: 3, es: 3 },
    startMessages: { en: 4, es: 4 },
    texts: {
      en: { titles: { '/orders': 'Orders', '/dashboard': 'Dashboard' }, welcome: 'Welcome to {platformName}.', failure: failureIn('en') },
      es: { titles: { '/orders': 'Pedidos' }, welcome: '', failure: failureIn('es') },
    },
  });
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', { pathname, search: '?customer=G-10012', reload });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  vi.stubGlobal('localStorage', storage(local));
  vi.stubGlobal('sessionStorage', storage(perTab));
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    createElement: fakeElement,
    head: {
      append(element: { href?: string; src?: string; onerror?: () => void }) {
        if (element.href) preloaded.push(element.href);
        else scripts.push(element);
        if (!element.href) started.push(element.src ?? '');
      },
    },
    hidden: isHidden,
    readyState: 'interactive',
    body: {
      prepend: (element: Drawn) => drawn.push(element),
      replaceChildren: (...others: Drawn[]) => drawn.splice(0, drawn.length, ...others),
    },
  });
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }));
  vi.stubGlobal('Worker', class {});
  // Whatever is preloaded or started before the first frame comes before this in the list.
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) =>
    setTimeout(() => {
      preloaded.push('frame');
      draw();
    }),
  );
  vi.stubGlobal(
    'PerformanceObserver',
    fakePaintObserver(reportsFrames, () => preloaded.push('on the screen')),
  );
  vi.stubGlobal('fetch', fetch);
  vi.spyOn(performance, 'now').mockReturnValue(100);
  vi.resetModules();
  await import('./early-start.ts');
  await window.yardageEarly?.calls;
  await vi.waitFor(() => expect(started).toEqual(['/app.js']));
  /** Tells the page that the app's script did not arrive. Returns the texts that it shows then, and a click on Retry. */
  const fail = () => {
    scripts[0]?.onerror?.();
    const retry = (): void => drawn[0]?.inner.find(({ onclick }) => onclick)?.onclick?.();
    return { texts: drawn.flatMap(textsOf), retry };
  };
  return { asked, preloaded, texts: drawn.flatMap(textsOf), fail, reload };
}

const account = (leftSeconds: number) => ({ access_token: TOKEN, expires_at: Date.now() / 1000 + leftSeconds });
const known = { 'oidc.user:issuer:client': account(600), 'yardage.customer': { selected: CUSTOMER, list: [CUSTOMER] } };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the early start', () => {
  it('sends the access requests exactly as the app does, so that the app sends none of them again', async () => {
    const { asked, preloaded } = await run(known);
    expect(preloaded).toEqual(['/s.js', 'frame', '/a.js', '/b.js', '/c.css', '/m.js']);
    expect(asked).toHaveLength(4);
    const { takeEarlyCall } = await import('./lib/http/early-calls.ts');
    const missed: string[] = [];
    const client = createHttpClient({
      baseUrl: '/api',
      fetch: async (url, init) => {
        const early = await takeEarlyCall(String(url), new Headers(init?.headers));
        if (!early) missed.push(String(url));
        return early ?? Response.json({});
      },
      subscriptionKey: () => 'key',
      accessToken: async () => TOKEN,
      customer: () => null,
      language: () => 'en',
      onUnauthorized: () => undefined,
    });
    const query = { customerNumber: CUSTOMER.customerNumber, datasourceId: CUSTOMER.datasourceId };
    await client.call(listCustomerNumbers, {});
    await client.call(getProfile, {});
    expect(missed).toEqual([]);
    // Another customer's permissions are another request.
    await client.call(getPermissions, { query: { ...query, datasourceId: 4 } });
    // Each answer is used once.
    await client.call(getProfile, {});
    expect(missed).toEqual(['/api/users/me/permissions?customerNumber=0012&datasourceId=4', '/api/users/me']);
  });

  it('PER-06 takes the permissions of the customer in the address', async () => {
    await run(known);
    const { takeEarlyCall } = await import('./lib/http/early-calls.ts');
    const headers = {
      Accept: 'application/json',
      'Accept-Language': 'en',
      'Ocp-Apim-Subscription-Key': 'key',
      Authorization: `Bearer ${TOKEN}`,
      'X-Customer-Number': '0012',
      'X-Global-Customer-Number': 'G-10012',
      'X-Datasource-Id': '3',
    };
    const url = '/api/users/me/permissions?customerNumber=0012&datasourceId=3';
    expect(await takeEarlyCall(url, new Headers({ ...headers, Authorization: 'Bearer other' }))).toBeUndefined();
    expect(await takeEarlyCall(url, new Headers(headers))).toBeDefined();
  });

  it('starts what the page read first at its last visit, for the same customer and on the same day', async () => {
    const url = '/api/customers/G-10012/orders?customerNumber=0012&datasourceId=3&pageIndex=1';
    const stored = new Map<string, string>();
    await run(known);
    const localStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
    };
    vi.stubGlobal('window', { localStorage });
    vi.stubGlobal('localStorage', localStorage);
    const { noteFirstRead } = await import('./lib/http/early-calls.ts');
    noteFirstRead(url);
    // Neither is stored: the first is not about a customer, the second is stored already.
    for (const other of ['/api/users/me', url]) noteFirstRead(other);
    const reads = JSON.parse(stored.get('yardage.first-reads') ?? '{}');
    expect(reads['/orders'].urls).toEqual([url]);
    const askedWith = async (changes: object) =>
      (await run({ ...known, 'yardage.first-reads': { '/orders': { ...reads['/orders'], ...changes } } })).asked.includes(url);
    expect(await askedWith({})).toBe(true);
    expect(await askedWith({ globalCustomerNumber: 'G-10013' })).toBe(false);
    expect(await askedWith({ day: 'Mon Jan 05 2026' })).toBe(false);
    // Never an address outside the API, whatever is stored.
    expect(
      (await run({ ...known, 'yardage.first-reads': { '/orders': { ...reads['/orders'], urls: ['https://elsewhere.example/'] } } })).asked,
    ).toHaveLength(4);
  });

  it('SHL-17 shows the title of the page in the user’s language, and on the dashboard its first sentence', async () => {
    expect((await run(known)).texts).toEqual(['Orders']);
    expect((await run({ ...known, 'yardage.language': { language: 'es' } })).texts).toEqual(['Pedidos']);
    expect((await run(known, {}, '/dashboard')).texts).toEqual(['Dashboard', 'Welcome to Yardage.']);
    expect((await run({})).texts).toEqual([]);
    expect((await run(known, {}, '/unauthorized')).texts).toEqual([]);
  });

  it.each([
    ['of a signed-in user', known],
    ['of a visitor', {}],
  ])('SHL-22 a page %s whose app does not arrive says so, in the user’s language, and can be loaded again', async (_whose, local) => {
    const { fail, reload } = await run({ ...local, 'yardage.language': { language: 'es' } });
    const { texts, retry } = fail();
    expect(texts).toEqual(['Not started es', 'Check your connection.', 'Retry']);
    expect(reload).not.toHaveBeenCalled();
    retry();
    expect(reload).toHaveBeenCalledOnce();
  });

  describe('on a list, on a phone', () => {
    const url = '/api/customers/G-10012/orders?customerNumber=0012&datasourceId=3&pageIndex=1';
    // Made for each test, because the day may end in between.
    const withRead = () => ({
      ...known,
      'yardage.first-reads': { '/orders': { globalCustomerNumber: 'G-10012', day: new Date().toDateString(), urls: [url] } },
    });
    const order = (orderNumber: string, job: string) => ({
      orderNumber,
      job,
      jobNumber: null,
      shipToAddress: '1 Main St',
      mix: `${orderNumber}SC`,
    });
    const items = [order('7', 'School'), order('8', 'Bridge'), order('9', 'SCHOOL')];

    it('ORD-01 PER-15 shows the first rows before the app runs, by job as the list does, and leaves the answer to the app', async () => {
      const { texts, preloaded } = await run(withRead(), {}, '/orders', { isPhone: true, list: async () => Response.json({ items }) });
      expect(texts).toEqual(['Orders', 'School', '7\n7SC', '9\n9SC', 'Bridge', '8\n8SC']);
      // Two frames: of the start, and of its rows.
      expect(preloaded.slice(0, 4)).toEqual(['/s.js', 'frame', 'frame', '/a.js']);
      const call = (await window.yardageEarly?.calls)?.find((each) => each.url === url);
      expect(await (await call?.answer)?.json()).toEqual({ items });
    });

    it.each([
      ['is refused', async () => Response.json({ code: 'forbidden' }, { status: 403 })],
      ['is no list', async () => Response.json({ items: [{}] })],
      ['is not JSON', async () => new Response('<html>')],
      ['fails', () => Promise.reject(new TypeError('offline'))],
      ['does not arrive', () => new Promise<Response>(() => undefined)],
    ])('SHL-22 shows no row and starts the app if the answer %s', async (_how, list) => {
      const { texts, preloaded } = await run(withRead(), {}, '/orders', { isPhone: true, list });
      expect(texts).toEqual(['Orders']);
      expect(preloaded).toContain('/a.js');
    });

    it('shows no rows where the list is a table', async () => {
      expect((await run(withRead(), {}, '/orders', { list: async () => Response.json({ items }) })).texts).toEqual(['Orders']);
    });
  });

  it('SHL-22 starts the app when the first frame is on the screen, and at once if there is none or if storage is blocked', async () => {
    expect((await run(known)).preloaded.indexOf('frame')).toBe(1);
    const reported = await run(known, {}, '/orders', { reportsFrames: 'soon' });
    expect(reported.preloaded.slice(0, 4)).toEqual(['/s.js', 'frame', 'on the screen', '/a.js']);
    expect((await run(known, {}, '/orders', { reportsFrames: 'never' })).preloaded.slice(0, 3)).toEqual(['/s.js', 'frame', '/a.js']);
    expect((await run(known, {}, '/orders', { isHidden: true })).preloaded).not.toContain('frame');
    expect((await run({ ...known, 'oidc.user:issuer:client': null })).preloaded).not.toContain('frame');
    vi.spyOn(JSON, 'parse').mockImplementation(() => {
      throw new Error('blocked');
    });
    expect((await run(known)).preloaded).toEqual([]);
  });

  it.each([
    ['nobody is signed in', {}, {}, 1],
    ['the token is about to expire', { ...known, 'oidc.user:issuer:client': account(30) }, {}, 6],
    ['staff see the portal as a user', known, { 'yardage.view-as': { id: 'v' } }, 6],
    ['the page is shown without the layout', known, {}, 1, '/unauthorized'],
  ])('asks only for the settings if %s', async (_when, local, perTab, files, path = '/orders') => {
    const { asked, preloaded } = await run(local, perTab, path);
    expect(asked).toEqual(['/config.json']);
    expect(preloaded).toHaveLength(files);
  });
});
