import type { AssistantBlock, AssistantRecord } from '@yardage/contract/assistant';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import { formatDay } from '@yardage/domain/dates';
import type { Finding } from '#server/adapters/assistant/port';
import type { JsonText } from '#server/http/answers';
import { ASSISTANT_WORDS as WORDS } from './assistant.messages.ts';

export const DEFAULT_COUNT = 5;
/** A search by number looks through so many rows for the exact one. */
const MOST_MATCHES = 100;

/** What a service answered, read. */
export function held<T>(json: JsonText<T>): T {
  return JSON.parse(json.text) as T;
}

/** What a list is asked for: the latest of them. */
export function pageOf(count: number | undefined, search?: string) {
  return { pageIndex: 1, pageSize: count ?? DEFAULT_COUNT, sortBy: MAIN_DATE_SORT, sortDesc: true, ...(search ? { search } : {}) };
}

/** What a list is asked for to find one number among its rows. */
export const pageFor = (number: string) => pageOf(MOST_MATCHES, number);

/** Whether a number is the one that somebody typed. */
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

/** A record and the page of the portal that shows it; `key` is how the page knows it. */
export function recordOf(kind: Kind, number: string, key: string | number): AssistantRecord {
  return { kind, number, href: ADDRESSES[kind](encodeURIComponent(String(key))) };
}

export type Cell = { text: string; href?: string };
export const cell = (text: string | null): Cell => ({ text: text ?? '' });
export const linkCell = ({ number, href }: AssistantRecord): Cell => ({ text: number, href });

/** A small table; a header with a `#` in front stands over figures. */
export function table(label: string, headers: readonly string[], rows: Cell[][]): AssistantBlock {
  const columns = headers.map((header) => ({ header: header.replace(/^#/, ''), isNumber: header.startsWith('#') }));
  return { kind: 'table', label, columns, rows };
}

/** Facts, without those that are empty. */
export function facts(entries: readonly (readonly [label: string, value: string | null])[]): AssistantBlock {
  return { kind: 'facts', facts: entries.flatMap(([label, value]) => (value ? [{ label, value }] : [])) };
}

type Link = Extract<AssistantBlock, { kind: 'links' }>['links'][number];
export const links = (...list: Link[]): AssistantBlock => ({ kind: 'links', links: list });
export const toRecord = (record: AssistantRecord): Link => ({
  kind: 'record',
  label: WORDS.open(record.kind, record.number),
  href: record.href,
});
export const toList = (area: string, href: string): Link => ({ kind: 'list', label: WORDS.seeAll(area), href });
export const toMap = (query = ''): Link => ({ kind: 'map', label: WORDS.map, href: `/truck-tracking${query}` });

/** A sentence and nothing else. */
export const onlyText = (text: string): Finding => ({ text, blocks: [], records: [] });

/** What a list was narrowed by. */
interface Narrowed {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
}

/** The words of a question's days and search, to be set behind a sentence; `dates` says which dates the days are about. */
export function narrowing({ from, to, search }: Narrowed, dates = ''): string {
  const { both, on, since, until } = WORDS.within;
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
  return [search ? WORDS.about(search) : '', days && dates ? `${dates} ${days}` : days]
    .filter(Boolean)
    .map((part) => ` ${part}`)
    .join('');
}

/** The address of a list with the days of a question. */
export function listAddress(path: string, { from, to, search }: Narrowed): string {
  const query = new URLSearchParams({ ...(search ? { search } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) }).toString();
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}
