import type { AssistantBlock, AssistantRecord } from '@yardage/contract/assistant';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import { FIRST_DAY, LAST_DAY } from '@yardage/domain/calendar';
import { formatDay } from '@yardage/domain/dates';
import type { ToolResult } from '#server/adapters/assistant/port';
import type { JsonText } from '#server/http/answers';
import { ASSISTANT_MESSAGES as MESSAGES } from './assistant.messages.ts';

const DEFAULT_COUNT = 5;
/** How many rows a search by number checks for the exact match. */
const MAX_MATCHES = 100;

/** Parses the JSON that a service returned. */
export function parsed<T>(json: JsonText<T>): T {
  return JSON.parse(json.text) as T;
}

/** The page request for the latest rows of a list. Answers tell how many there are, so all are counted. */
export function pageOf(rows: number | undefined, search?: string) {
  const page = { pageIndex: 1, pageSize: rows ?? DEFAULT_COUNT, sortBy: MAIN_DATE_SORT, sortDesc: true, count: 'exact' } as const;
  return { ...page, ...(search ? { search } : {}) };
}

/** The page request to find the row with a number. */
export const pageFor = (number: string) => pageOf(MAX_MATCHES, number);

/** Compares a record's number with the typed one, ignoring case. */
export function isNumber(candidate: string, typed: string): boolean {
  return candidate.toUpperCase() === typed.toUpperCase();
}

type Kind = AssistantRecord['kind'];

const ADDRESSES: Readonly<Record<Kind, (key: string) => string>> = {
  order: (key) => `/orders?order=${key}`,
  ticket: (key) => `/tickets?details=${key}`,
  quote: (key) => `/quotes?status=All&quote=${key}`,
  invoice: (key) => `/invoices?status=All&invoice=${key}`,
  payment: (key) => `/paymentHistory?payment=${key}`,
  statement: (key) => `/statements?statement=${key}`,
};

/** A record with a link to the page that shows it. `key` identifies the record in that page's address. */
export function recordOf(kind: Kind, number: string, key: string | number): AssistantRecord {
  return { kind, number, href: ADDRESSES[kind](encodeURIComponent(String(key))) };
}

export type Cell = { text: string; href?: string };
export const cell = (text: string | null): Cell => ({ text: text ?? '' });
export const linkCell = ({ number, href }: AssistantRecord): Cell => ({ text: number, href });

/** A table block. A `#` in front of a header marks a numeric column. */
export function table(label: string, headers: readonly string[], rows: Cell[][]): AssistantBlock {
  const columns = headers.map((header) => ({ header: header.replace(/^#/, ''), isNumber: header.startsWith('#') }));
  return { kind: 'table', label, columns, rows };
}

/** A facts block without empty values. */
export function facts(entries: readonly (readonly [label: string, value: string | null])[]): AssistantBlock {
  return { kind: 'facts', facts: entries.flatMap(([label, value]) => (value ? [{ label, value }] : [])) };
}

type Link = Extract<AssistantBlock, { kind: 'links' }>['links'][number];
export const links = (...list: Link[]): AssistantBlock => ({ kind: 'links', links: list });
export const toRecord = (record: AssistantRecord): Link => ({
  kind: 'record',
  label: MESSAGES.open(record.kind, record.number),
  href: record.href,
});
export const toList = (area: string, href: string): Link => ({ kind: 'list', label: MESSAGES.seeAll(area), href });
export const toMap = (query = ''): Link => ({ kind: 'map', label: MESSAGES.map, href: `/truck-tracking${query}` });

/** A result that is only a sentence. */
export const onlyText = (text: string): ToolResult => ({ text, blocks: [], records: [] });

/** A range of days. An end may be open. */
interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The filter of a list. `order` is the number of the order whose records are listed. */
interface Narrowed extends Days {
  search?: string | undefined;
  order?: string | undefined;
}

/** Counts records of a kind in words: `5 orders`. */
export type Counting = (count: number) => string;

/** Says how many records of a kind are shown. `which` says which ones, if there are more. */
export function countOfRows(shown: number, total: number, counted: Counting, which: string = MESSAGES.invoice.order.newest): string {
  return shown === total ? MESSAGES.showingAll(shown, counted(shown)) : MESSAGES.showingSome(shown, which, counted(total));
}

/** Says that no record of a kind was found; `about` is the filter in words. */
export function noneOf(counted: Counting, about = ''): ToolResult {
  return onlyText(MESSAGES.none(`${counted(0).replace(/^0 /, '')}${about}`));
}

/** Describes a filter as words to append to a sentence. `dates` names the date that the days apply to, such as “due”. */
export function narrowing({ from, to, search, order }: Narrowed, dates = ''): string {
  const { both, on, since, until } = MESSAGES.within;
  const days =
    from && to
      ? from === to
        ? on(formatDay(from))
        : both(formatDay(from), formatDay(to))
      : from
        ? since(formatDay(from))
        : to
          ? until(formatDay(to))
          : '';
  return [order ? MESSAGES.invoice.ofOrder(order) : '', search ? MESSAGES.about(search) : '', days && dates ? `${dates} ${days}` : days]
    .filter(Boolean)
    .map((part) => ` ${part}`)
    .join('');
}

/** For pages that show only some days unless told otherwise. */
export const ANY_DAY = { from: FIRST_DAY, to: LAST_DAY } as const;

/** The first and the last of some days. */
export function rangeOf(days: readonly string[]): Days {
  const sorted = days.toSorted();
  return { from: sorted[0], to: sorted.at(-1) };
}

/** The days that two ranges have together. */
export function spanOf(one: Days, other: Days): Days {
  const [from = ''] = [one.from ?? FIRST_DAY, other.from ?? FIRST_DAY].toSorted();
  const [, to = ''] = [one.to ?? LAST_DAY, other.to ?? LAST_DAY].toSorted();
  return { from, to };
}

/** The address of a list page with the filter of a question. The pages ignore a range with an open end, so both ends are given. */
export function listAddress(path: string, { from, to, search, order }: Narrowed, own: Readonly<Record<string, string>> = {}): string {
  const words = [order, search].filter(Boolean).join(' ');
  const query = new URLSearchParams({
    ...own,
    ...(words ? { search: words } : {}),
    ...(from || to ? { from: from ?? FIRST_DAY, to: to ?? LAST_DAY } : {}),
  }).toString();
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}
