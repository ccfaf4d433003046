import type { InvoiceRow } from '@yardage/contract/invoices';
import type { OrderRow } from '@yardage/contract/orders';
import type { QuoteRow } from '@yardage/contract/quotes';
import type { TicketRow } from '@yardage/contract/tickets';
import { jobKey } from '@yardage/domain/job-key';
import type { EarlyCall } from './lib/http/early-start-state.ts';
import { CARD_REM } from './patterns/data-table/card-heights.ts';
import { box, textBox } from './start-box.ts';

// The first rows of a list on a phone, drawn by the page's first script as soon as their answer has arrived: number and name of each record,
// which need no format. The place is that of the list's cards (card-list.tsx), which replace them.

/** What is drawn of a row. */
interface StartRow {
  number: string;
  name: string;
  /** The group that it belongs to, in lists with groups. */
  group?: { key: string; title: string };
}

interface StartList {
  /** Lines of filters above the list. */
  filters: number;
  /** Whether cards begin with a checkbox. */
  hasChecks?: boolean;
  /** Whether there are tabs above the filters. */
  hasTabs?: boolean;
  /** Whether there are sums above the rows. */
  hasSums?: boolean;
  row: (item: unknown) => StartRow;
}

/** The columns of a list say what its cards begin with. */
const list = <Row>(row: (item: Row) => StartRow, place: Omit<StartList, 'row'>): StartList => ({ ...place, row: row as StartList['row'] });

/** The lists by their page's path. The address of a list's read ends with the same path. */
const LISTS: Readonly<Record<string, StartList>> = {
  '/orders': list<OrderRow>(
    ({ orderNumber, mix, job, jobNumber, shipToAddress }) => ({
      number: orderNumber,
      name: mix,
      group: { key: jobKey({ job, jobNumber, jobAddress: shipToAddress }), title: job },
    }),
    { filters: 2, hasTabs: true },
  ),
  '/tickets': list<TicketRow>(({ ticketNumber, jobAddress }) => ({ number: ticketNumber, name: jobAddress }), {
    filters: 3,
    hasChecks: true,
  }),
  '/quotes': list<QuoteRow>(({ quoteNumber, quoteName }) => ({ number: quoteNumber, name: quoteName }), {
    filters: 1,
    hasTabs: true,
  }),
  '/invoices': list<InvoiceRow>(({ documentNumber, jobAddress1 }) => ({ number: documentNumber, name: jobAddress1 ?? '' }), {
    filters: 3,
    hasTabs: true,
    hasChecks: true,
    hasSums: true,
  }),
};

/** As many as fit on a phone. */
const MAX_ROWS = 8;

/** As in `useIsNarrow`: from 768 px on, lists are tables. */
const PHONE = '(max-width: 767px)';

/** A page's list until the app has rendered it. */
interface ShownList {
  elements: HTMLElement[];
  /** Resolves when its rows are in it, or when there will be none. */
  rows: Promise<unknown>;
}

/** Returns the place of a page's list, with bars until its rows have arrived; undefined if the page has no cards. */
export function startOfList(page: string, calls: Promise<readonly EarlyCall[]> | undefined): ShownList | undefined {
  const known = LISTS[page];
  if (!known || location.pathname !== page || !matchMedia(PHONE).matches) return undefined;
  const cards = box('start-cards', ...Array.from({ length: MAX_ROWS }, () => card(box('start-bar start-fact'), box('start-bar'))));
  const place = box('start-list', box(known.hasSums ? 'start-toolbar start-sums' : 'start-toolbar'), cards);
  if (known.hasChecks) place.dataset.checks = '';
  // It grows with the browser's text size.
  place.style.setProperty('--start-card', `${CARD_REM[page.slice(1)]}rem`);
  const filters = Array.from({ length: known.filters }, () => box('start-bar start-control'));
  const elements = [...(known.hasTabs ? [box('start-bar start-control start-tabs')] : []), ...filters, place];
  return { elements, rows: drawRows(cards, known, page, calls).catch(() => undefined) };
}

async function drawRows(
  cards: HTMLElement,
  { row }: StartList,
  page: string,
  calls: Promise<readonly EarlyCall[]> | undefined,
): Promise<void> {
  const call = (await calls)?.find(({ url }) => url.split('?')[0]?.endsWith(page));
  const answer = await call?.answer;
  if (!answer?.ok) return;
  // The app reads the answer, too.
  const { items } = (await answer.clone().json()) as { items: unknown[] };
  const drawn: HTMLElement[] = [];
  // A newer server may send other fields.
  const known = items.map(row).filter(({ number, name }) => typeof number === 'string' && typeof name === 'string');
  for (const [, rows] of Map.groupBy(known, ({ group }) => group?.key)) {
    const title = rows[0]?.group?.title;
    if (title !== undefined) drawn.push(textBox('start-group', title));
    for (const { number, name } of rows) drawn.push(card(textBox('start-text', `${number}\n${name}`), box('start-bar start-fact')));
  }
  if (drawn.length > 0) cards.replaceChildren(...drawn.slice(0, MAX_ROWS));
}

function card(...inner: HTMLElement[]): HTMLElement {
  return box('start-card', ...inner);
}
