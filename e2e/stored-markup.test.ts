import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

/** Runs a script if it is inserted as HTML, by itself or inside an attribute. */
const MARKUP = `"><img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>`;
/** Columns with text that people or the supplier's systems wrote. What programs wrote (codes, kinds, hashes) has checks of its own. */
const WRITTEN =
  '(name|title|label|description|notes?|message|body|subject|reason|comment|reply|question|answer|address|address_line1|job_name|city|instructions|po_number|usage|mix)$';
const NOT_WRITTEN =
  '(^(roles|us_states|states|data_sources|pgmigrations|migrations|outgoing_mails|audit_log|installation_facts)$|^(email|file_name|table_name)$)';

const MEMBER_PAGES = [
  ...[
    '/dashboard',
    '/orders',
    '/requests',
    '/tickets',
    '/quotes',
    '/invoices',
    '/credits',
    '/statements',
    '/paymentHistory',
    '/payments/methods',
  ],
  ...[
    '/payments/scheduled',
    '/close-out-packs',
    '/discount-planner',
    '/truck-tracking',
    '/user-accounts',
    '/support',
    '/chat',
    '/alerts',
    '/accounts',
    '/integrations',
  ],
];
const DESK_PAGES = [
  'announcements',
  'audit-log',
  'chats',
  'customers',
  'disputes',
  'integration',
  'mail',
  'payments',
  'registrations',
  'replies',
  'requests',
  'support',
];

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let changedColumns = 0;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardage-markup-'));
  const templates = inject('templates');
  cpSync(templates.engine === 'pglite' ? join(templates.folder, 'demo') : '', dataDir, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  });
  changedColumns = await storeMarkup(dataDir);
  portal = await startPortal({ dataDir });
  browser = await openBrowser();
  open = signedInPages(browser, portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  rmSync(portal?.dataDir ?? '', { recursive: true, force: true });
});

/** Appends markup to every text that somebody wrote. A column that refuses it (a check, a key, a length) stays as it is. */
async function storeMarkup(dataDir: string): Promise<number> {
  const engine = await openEngine({ databaseUrl: undefined, dataDir, poolSize: 1 });
  const client = await engine.pool.connect();
  try {
    const { rows } = await client.query<{ statement: string }>(
      `select format('update %I set %I = %I || $1 where %I is not null', table_name, column_name, column_name, column_name) as statement
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text' and is_generated = 'NEVER'
         and column_name ~ $1 and table_name !~ $2 and column_name !~ $2 order by table_name, column_name`,
      [WRITTEN, NOT_WRITTEN],
    );
    let changed = 0;
    for (const { statement } of rows)
      changed += await client.query(statement, [MARKUP]).then(
        () => 1,
        () => 0,
      );
    return changed;
  } finally {
    client.release();
    await engine.close();
  }
}

/** Counts what the browser blocks and notes whether a script ran. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { reports: string[] };
    seen.reports = [];
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      seen.reports.push(`${violatedDirective} ${blockedURI}`),
    );
  });
}

const whatHappened = (page: Page) =>
  page.evaluate(() => {
    const { wasRun, reports } = window as unknown as { wasRun?: number; reports: string[] };
    return { wasRun, reports, inserted: document.querySelectorAll('img[src="x"], [onerror]').length };
  });
const NOTHING = { wasRun: undefined, reports: [], inserted: 0 };
const shows = (page: Page) => page.evaluate(() => document.body.innerText.includes('<script>window.wasRun'));

/** Opens pages one after the other in one tab. Returns those that showed the stored text. */
async function visit(email: string, paths: readonly string[]): Promise<string[]> {
  const { page, close } = await open(email, paths[0] ?? '/', { prepare: watch });
  const showing: string[] = [];
  for (const path of paths) {
    await page.goto(`${portal.url}${path}`);
    await page.getByRole('main').waitFor();
    await page.waitForLoadState('networkidle');
    if (await shows(page)) showing.push(path);
    // The first record's details have more text than its row.
    const first = page.getByRole('main').getByRole('table').getByRole('link').first();
    if (await first.isVisible()) {
      await first.click();
      await page.waitForLoadState('networkidle');
    }
    expect(await whatHappened(page), path).toEqual(NOTHING);
  }
  await close();
  return showing;
}

describe('markup that is stored in every text', () => {
  it('ERR-06 is shown as text on every page of customers and of the desk, and the browser has nothing to block', async () => {
    expect(changedColumns).toBeGreaterThan(40);
    const [member, desk] = await Promise.all([
      visit('owner@example.com', MEMBER_PAGES),
      visit(
        'desk@example.com',
        DESK_PAGES.map((name) => `/desk/${name}`),
      ),
    ]);
    expect(member.length, member.join()).toBeGreaterThan(8);
    expect(desk.length, desk.join()).toBeGreaterThan(3);
  });

  it('would be reported: a page that inserts it as HTML does not run it, and the report is counted', async () => {
    const { page, close } = await open('owner@example.com', '/support', { prepare: watch });
    await page.getByRole('main').waitFor();
    await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', `<a title="${markup}">planted</a>`), MARKUP);
    await expect.poll(() => whatHappened(page)).toMatchObject({ wasRun: undefined, reports: [expect.stringContaining('script-src')] });
    expect((await whatHappened(page)).inserted).toBeGreaterThan(0);
    await close();
  });
});
