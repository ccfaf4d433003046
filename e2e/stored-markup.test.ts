import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { copyDemoWorld, type Portal, startPortal } from './harness/portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

/** What an attacker would store: elements with handlers, a script, a style, a link, an end of an attribute and a change of direction. */
const MARKUP = `<img src=x-planted onerror="attacked('img')"><script>attacked('script')</script><svg onload="attacked('svg')"><style>*{display:none}</style><a href="javascript:attacked('link')">x</a>"' onfocus="attacked('focus')" autofocus x="\u202egnp.`;

/** Texts of people and of the supplier, by the names of their columns. */
const TEXTS = `name title description note notes message body comments job address address_line1 city first_name last_name company_name
  display_name driver_name file_name label usage directions po_number job_number job_address1 job_address2 ordered_by ordered_by_phone quote_name
  quote_address sales_person_name author_name agent_name sender_name last_message received_by signed_by_name contact_name assigned_to_name actor_name
  void_reason brand spec_job lot_or_block terms admixtures stop_reason status_message source_name job_requirement answer subject url
  platform_name reason`.split(/\s+/);
/** Columns that look like texts and are codes, or that say who signs in. */
const CODES = [
  'payment_reviews.reason',
  'disputes.reason',
  'users.subject',
  'detached_sign_ins.subject',
  'order_requests.answer',
  'states.name',
];

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
/** Columns that hold the markup now. */
const planted: string[] = [];

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardage-markup-'));
  copyDemoWorld(dataDir, inject('templates'));
  await plant(dataDir);
  portal = await startPortal({ dataDir });
  browser = await openBrowser();
  open = signedInPages(browser, portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

/** Writes the markup into every text of the newest rows of every table, as if no check had ever refused it. */
async function plant(dataDir: string): Promise<void> {
  const engine = await openEngine({ databaseUrl: undefined, dataDir, poolSize: 1 });
  const { rows } = await engine.pool.query<{ table: string; columns: string[] }>(
    `select c.table_name as "table", array_agg(c.column_name::text) as columns from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.is_generated = 'NEVER'
       and c.column_name = any($1) and not c.table_name || '.' || c.column_name = any($2) group by c.table_name`,
    [TEXTS, CODES],
  );
  await engine.pool.query('set session_replication_role = replica');
  for (const { table, columns } of rows) {
    for (const column of columns) {
      // The number keeps texts apart that have to be unique. Lengths and forms that the database checks stay refused.
      const change = `with newest as (select ctid, row_number() over (order by ctid desc) as number from ${table})
        update ${table} set ${column} = $1 || newest.number from newest where ${table}.ctid = newest.ctid and newest.number <= 400 and ${column} <> ''`;
      const { rowCount } = await engine.pool.query(change, [MARKUP]).catch(() => ({ rowCount: 0 }));
      if (rowCount) planted.push(`${table}.${column}`);
    }
  }
  await engine.close();
}

/** Counts what the markup did: calls of its function, and reports of the page's policy. */
async function watchAttacks(page: Page, attacks: string[]): Promise<void> {
  await page.exposeFunction('attacked', (by: string) => void attacks.push(`executed: ${by}`));
  await page.exposeFunction('reportedByPolicy', (what: string) => void attacks.push(what));
  await page.addInitScript(() => {
    const { reportedByPolicy } = window as unknown as { reportedByPolicy(what: string): void };
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      reportedByPolicy(`${violatedDirective} ${blockedURI}`),
    );
  });
  page.on('request', (request) => {
    if (request.url().includes('x-planted')) attacks.push(`requested: ${request.url()}`);
  });
}

/** Visits pages one after the other. Returns those that showed the markup as text. */
async function visit(email: string, paths: readonly string[], attacks: string[]): Promise<string[]> {
  const { page, close } = await open(email, paths[0] ?? '/', { isAlone: true, prepare: (each) => watchAttacks(each, attacks) });
  const showing: string[] = [];
  for (const path of paths) {
    if (path !== paths[0]) await page.goto(`${portal.url}${path}`);
    const isShown = await page
      .getByText('x-planted')
      .first()
      .waitFor({ timeout: 8_000 })
      .then(() => true)
      .catch(() => false);
    if (isShown) showing.push(path);
    const elements = await page.locator('[src="x-planted"], [onfocus], [href^="javascript:"]').count();
    if (elements > 0) attacks.push(`${path} has ${elements} elements of the markup`);
  }
  await close();
  return showing;
}

describe('markup in stored texts', () => {
  it('ERR-06 is shown as text by every page of customers and staff; nothing of it runs, loads or is reported by the policy', async () => {
    expect(planted.length, planted.join(' ')).toBeGreaterThan(40);
    for (const column of ['chat_messages.message', 'support_tickets.title', 'announcements.body', 'products.name', 'members.first_name']) {
      expect(planted).toContain(column);
    }
    const attacks: string[] = [];
    const [customers, staff] = await Promise.all([
      visit(
        'owner@example.com',
        [
          '/dashboard',
          '/orders',
          '/tickets',
          '/quotes',
          '/requests',
          '/support',
          '/user-accounts',
          '/accounts',
          '/integrations',
          '/alerts',
        ],
        attacks,
      ),
      visit(
        'desk@example.com',
        [
          '/desk/chats',
          '/desk/support',
          '/desk/registrations',
          '/desk/customers',
          '/desk/announcements',
          '/desk/replies',
          '/desk/staff',
          '/desk/audit-log',
        ],
        attacks,
      ),
    ]);
    expect(attacks).toEqual([]);
    // The markup has to be on the pages, or the test says nothing.
    expect(customers.length, `shown on ${customers}`).toBeGreaterThanOrEqual(6);
    expect(staff.length, `shown on ${staff}`).toBeGreaterThanOrEqual(4);
  });
});
