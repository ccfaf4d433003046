import type { Page } from 'playwright-core';

type Problem = Record<string, unknown> | null;

/** Has the calls below `/api` that match answer with a status and a problem document, as a server does that fails. */
export async function failCalls(page: Page, path: RegExp, status: number, problem: Problem = null): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && path.test(pathname),
    (route) => route.fulfill({ status, contentType: 'application/problem+json', body: problem ? JSON.stringify(problem) : '' }),
  );
}

/** Has the calls that match get no answer at all, as on a train. */
export async function loseCalls(page: Page, path: RegExp): Promise<void> {
  await page.route(
    ({ pathname }) => path.test(pathname),
    (route) => route.abort('connectionfailed'),
  );
}

/** The page's live connection: `cut` drops it and lets no new one through until `mend`, of which the browser tells the page. Before the page is loaded. */
export async function holdLine(page: Page): Promise<{ cut(): Promise<void>; mend(): Promise<void> }> {
  const isHub = ({ pathname }: URL): boolean => pathname.startsWith('/hub');
  const open = new Set<() => Promise<unknown>>();
  let isCut = false;
  await page.routeWebSocket(isHub, async (socket) => {
    if (isCut) return socket.close();
    const server = socket.connectToServer();
    open.add(() => Promise.all([socket.close(), server.close()]));
  });
  await page.route(isHub, (route) => (isCut ? route.abort('connectionfailed') : route.continue()));
  return {
    async cut() {
      isCut = true;
      for (const close of open) await close();
      open.clear();
    },
    async mend() {
      isCut = false;
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
    },
  };
}

/** What a page complained about beside the loads that a test made fail. */
export function unexpected(problems: readonly string[]): string[] {
  return problems.filter((problem) => !problem.startsWith('Failed to load resource'));
}
