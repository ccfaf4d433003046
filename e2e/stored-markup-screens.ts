import type { Page } from 'playwright-core';
import { go } from './harness/kept-tabs.ts';
import type { PlantedWorld } from './stored-markup-world.ts';

/**
 * An address, the columns whose texts must be there before the page is read, and what must be there before. An address with an open drawer
 * shows the list behind it, too.
 */
export type Screen = readonly [path: string, columns: string, ready?: string];

const MORE = '[role=dialog] button:has-text("Show more")';

/** What people see who have not signed in. */
export const publicScreens = ({ token }: PlantedWorld): readonly Screen[] => [
  ['/', 'desk_branding.platformName'],
  ['/account-registration', 'desk_branding.platformName'],
  [`/share#${token}`, 'orders.job'],
];

export function ownerScreens({ ids, records }: PlantedWorld): readonly Screen[] {
  return [
    ['/dashboard', 'announcements.title'],
    [`/orders?order=${ids.order}`, 'orders.job orders.job_address1', MORE],
    [`/orders/pour?order=${ids.order}`, 'trucks.number'],
    [`/tickets?details=${ids.ticket}`, 'tickets.ticket_number products.number'],
    [`/tickets?details=${records.signOff.ticketId}`, 'ticket_sign_offs.received_by'],
    [`/tickets/sign?ticket=${ids.ticket}`, 'orders.job'],
    [`/truck-tracking?ticket=${ids.truckTicket}`, 'tickets.driver_name'],
    [`/quotes?quote=${ids.quote}`, 'quotes.quote_name products.description'],
    [`/newOrderChat/${ids.chat}`, 'chat_sessions.last_message chat_messages.message'],
    ['/newOrderChat/new', 'customers.display_name', 'main form'],
    [`/requests?request=${records.request.requestId}`, 'order_requests.job order_requests.notes'],
    ['/requests?new=1', 'products.description'],
    [`/invoices?status=All&invoice=${ids.invoice}`, 'orders.job_address1 products.description', MORE],
    [`/invoices?dispute=${records.dispute.id}`, 'dispute_entries.message'],
    [`/invoices?history=${ids.invoice}`, 'customers.display_name', '[role=dialog] h2'],
    [`/credits?credit=${records.credit.documentNumber}`, 'credits.reason credit_lines.description'],
    ['/discount-planner', 'orders.job'],
    ['/invoices/checkout', 'customers.display_name', 'main form'],
    [`/paymentHistory?payment=${ids.payment}`, 'payments.status_message', '[role=dialog] section, [role=dialog] table'],
    ['/payments/scheduled', 'saved_methods.name'],
    ['/payments/approvals', 'members.first_name'],
    ['/payments/methods', 'saved_methods.name'],
    [`/statements?statement=${ids.statement}`, 'customers.display_name'],
    ['/close-out-packs', 'close_out_packs.job'],
    ['/user-accounts?add=1', 'customers.display_name', '[role=dialog] form'],
    [`/user-accounts?member=${ids.member}`, 'members.last_name members.city'],
    [`/user-accounts?edit=${ids.member}`, 'members.city'],
    ['/accounts', 'data_sources.name'],
    ['/alerts', 'alert_events.title'],
    ['/integrations', 'service_keys.name'],
    ['/chat', 'assistant_messages.text'],
    [`/support?request=${records.attachment.id}`, 'support_tickets.title support_attachments.file_name'],
  ];
}

export function staffScreens({ ids, records }: PlantedWorld): readonly Screen[] {
  return [
    [`/desk/chats/${records.chat.sessionId}`, 'chat_sessions.last_message chat_messages.message'],
    [`/desk/requests?request=${records.request.requestId}`, 'order_requests.job order_requests.notes'],
    ['/desk/replies', 'canned_replies.title'],
    ['/desk/arrivals', 'plants.name'],
    [`/desk/registrations?request=${records.registration.id}`, 'members.company_name members.city'],
    [`/desk/support?request=${records.attachment.id}`, 'support_tickets.title support_replies.message'],
    ['/desk/customers?account=G110418', 'customers.display_name members.last_name', '[role=dialog] table'],
    [`/desk/disputes?dispute=${records.dispute.id}`, 'customers.display_name dispute_entries.message'],
    [`/desk/payments?payment=${records.review.id}`, 'customers.display_name payment_reviews.note'],
    [`/desk/announcements?edit=${records.announcement.id}`, 'announcements.title announcements.body'],
    ['/desk/announcements?view=contacts', 'data_source_contacts.name'],
    ['/desk/branding', 'desk_branding.platformName'],
    [`/desk/mail?mail=${records.mail.id}`, 'outgoing_mails.subject outgoing_mails.last_error'],
    [`/desk/audit-log?entry=${ids.auditEntry}`, 'audit_log.subject audit_log.detail'],
    [`/desk/staff?edit=${records.staff.id}`, 'users.last_name'],
    ['/desk/import', 'imports.file_name'],
    [`/desk/import?import=${records.import.id}`, 'imports.file_name', 'main table'],
    ['/desk/integration', 'service_keys.name'],
    ['/desk/integration?view=webhooks', 'webhook_endpoints.name'],
    ['/desk/integration?view=deliveries', 'supply_records.key'],
    ['/desk/integration?view=differences', 'control_differences.subject'],
  ];
}

/** What the markup did, and the columns that were seen as text. */
export interface Findings {
  attacks: string[];
  seen: Set<string>;
  /** Screens that did not show the text that they are known for. */
  missing: string[];
}

/** This call has the job's address in its query, and is refused because the planted one is longer than addresses may be. */
const ETA_CALL = '/truck-tracking/eta?';

/** The script that sanitizes messages. Chromium reports event handlers as soon as it parses them, also in a document that is never shown. */
const SANITIZER = /\/assets\/html-message-[^/]+\.js$/;

/** Collects what the markup does: calls of its function, requests, dialogs, and reports of the page's policy. */
export async function watchAttacks(page: Page, { attacks }: Findings): Promise<void> {
  await page.exposeFunction('attacked', (by: string) => void attacks.push(`executed: ${by}`));
  await page.exposeFunction('reportedByPolicy', (what: string) => {
    if (!SANITIZER.test(what)) attacks.push(`policy: ${what}`);
  });
  await page.addInitScript(() => {
    const { reportedByPolicy } = window as unknown as { reportedByPolicy(what: string): void };
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      reportedByPolicy(`${violatedDirective} ${blockedURI} ${sourceFile}`),
    );
  });
  page.on('dialog', (dialog) => {
    attacks.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes('x-planted')) attacks.push(`requested: ${request.url()}`);
  });
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' && !url.includes(ETA_CALL) && !SANITIZER.test(url)) attacks.push(`console: ${message.text()} ${url}`);
  });
  page.on('pageerror', (error) => attacks.push(`error: ${error.message}`));
}

/** Elements that only the markup could have made. */
const ELEMENTS = '[src*="x-planted"], [onerror], [onload], [onfocus], a[href^="javascript:" i]';
/** In the page: returns all of its texts, with those of fields, of the tab and for screen readers, or nothing if a wanted one is not there. */
const readTexts = (wanted: string[]): string => {
  const texts = [
    document.title,
    document.body.textContent,
    ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
    ...[...document.querySelectorAll('[aria-label], [title], [alt]')].flatMap((part) =>
      ['aria-label', 'title', 'alt'].map((name) => part.getAttribute(name)),
    ),
  ].join(' ');
  return wanted.every((each) => texts.includes(each)) ? texts : '';
};

/** What a screen hides at first, in the order to open it: further rows of a card and disclosures, other tabs of a drawer, dialogs. */
const HIDDEN = [
  'button:has-text("Show more"), details:not([open]) > summary',
  '[role=dialog] [role=tab][aria-selected=false]',
  'main button:has-text("Share"), main button:has-text("Deliveries")',
];
/** Generous: what is not shown in this time is missing. */
const SHOW_TIMEOUT_MS = 30_000;
/** Something that an earlier click has covered cannot be opened. */
const CLICK_TIMEOUT_MS = 5_000;
const HIDDEN_TIMEOUT_MS = 1_000;

/** Reads a page once it shows the texts of its columns, then what it hides at first. */
export async function readScreen(page: Page, [path, columns, ready]: Screen, findings: Findings): Promise<void> {
  if (ready) await page.locator(ready).first().waitFor();
  const wanted = columns.split(' ').map((column) => `[${column}]`);
  const isShown = await page
    .waitForFunction(readTexts, wanted, { timeout: SHOW_TIMEOUT_MS, polling: 50 })
    .then(() => true)
    .catch(() => false);
  if (!isShown) findings.missing.push(`${path}: ${columns}`);
  await collect(page, path, findings);
  for (const hidden of HIDDEN) {
    for (let left = await page.locator(hidden).count(); left > 0; left--) {
      const isOpened = await page
        .locator(hidden)
        .first()
        .click({ timeout: CLICK_TIMEOUT_MS })
        .then(
          () => true,
          () => false,
        );
      if (!isOpened) break;
      await page.waitForLoadState('networkidle', { timeout: HIDDEN_TIMEOUT_MS }).catch(() => undefined);
      await collect(page, path, findings);
    }
  }
}

async function collect(page: Page, path: string, { attacks, seen }: Findings): Promise<void> {
  for (const [, place] of (await page.evaluate(readTexts, [])).matchAll(/\[(\w+\.\w+)\]"'><img/g)) seen.add(place ?? '');
  const elements = await page.locator(ELEMENTS).count();
  if (elements > 0) attacks.push(`${path} has ${elements} elements of the markup`);
}

/** Goes through the screens of a signed-in user. */
export async function readScreens(page: Page, screens: readonly Screen[], findings: Findings): Promise<void> {
  for (const screen of screens) {
    await go(page, screen[0]);
    await readScreen(page, screen, findings);
  }
}
