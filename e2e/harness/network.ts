import type { Page, Response } from 'playwright-core';

type Problem = Record<string, unknown> | null;

/** Makes matching requests below `/api` fail with a status and a problem document. */
export async function failCalls(page: Page, path: RegExp, status: number, problem: Problem = null): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && path.test(pathname),
    (route) => route.fulfill({ status, contentType: 'application/problem+json', body: problem ? JSON.stringify(problem) : '' }),
  );
}

/** Makes matching requests fail without a response, like a lost connection. */
export async function loseCalls(page: Page, path: RegExp): Promise<void> {
  await page.route(
    ({ pathname }) => path.test(pathname),
    (route) => route.abort('connectionfailed'),
  );
}

/**
 * Waits for the answer to a matching call. The app may cancel a call after the answer's first line and call again; the browser has no
 * body of the first, so this waits for the next. Tests may await it late: a timeout is reported where they do.
 */
export function nextAnswer<Body>(page: Page, path: RegExp): Promise<{ query: URLSearchParams; body: Body }> {
  const answer = readNext<Body>(page, path);
  answer.catch(() => undefined);
  return answer;
}

async function readNext<Body>(page: Page, path: RegExp): Promise<{ query: URLSearchParams; body: Body }> {
  const bodies = new Map<Response, Body>();
  const response = await page.waitForResponse(async (each) => {
    if (!path.test(new URL(each.url()).pathname)) return false;
    const body = await each.json().catch(() => undefined);
    if (body !== undefined) bodies.set(each, body);
    return body !== undefined;
  });
  return { query: new URL(response.url()).searchParams, body: bodies.get(response) as Body };
}

/**
 * Controls the page's live connection: `cut` drops it and blocks new ones until `mend`, which fires 'online'. Call it before the page
 * loads.
 */
export async function controlHub(page: Page): Promise<{ cut(): Promise<void>; mend(): Promise<void> }> {
  const isHub = ({ pathname }: URL): boolean => pathname.startsWith('/hub');
  const open = new Set<() => Promise<unknown>>();
  let isDown = false;
  await page.routeWebSocket(isHub, async (socket) => {
    if (isDown) return socket.close();
    const server = socket.connectToServer();
    open.add(() => Promise.all([socket.close(), server.close()]));
  });
  await page.route(isHub, (route) => (isDown ? route.abort('connectionfailed') : route.continue()));
  return {
    async cut() {
      isDown = true;
      for (const close of open) await close();
      open.clear();
    },
    async mend() {
      isDown = false;
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
    },
  };
}

/** Returns the reported problems without the failed requests that a test caused. */
export function unexpected(problems: readonly string[]): string[] {
  return problems.filter((problem) => !problem.startsWith('Failed to load resource'));
}

/** Keeps the live connection away. A fake clock would break it again and again, and each reconnect fetches the list. */
export async function withoutHub(page: Page): Promise<void> {
  await page.routeWebSocket(/\/hub\//, () => undefined);
  await page.route('**/hub/**', (route) => route.abort());
}
