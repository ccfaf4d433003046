import { stripSearchParams } from '@tanstack/react-router';
import { isOnCalendar } from '@yardage/domain/calendar';

/** Parses a URL parameter. Invalid values become the default. */
export type Param<T> = (raw: unknown) => T;

type Params = Record<string, Param<unknown>>;
type Values<P extends Params> = { [K in keyof P]: ReturnType<P[K]> };

/**
 * Parses a route's search parameters, for `validateSearch`. Small parsers instead of schemas, because those of every route are part of
 * the landing page's script.
 */
export function searchParams<P extends Params>(params: P): (search: Record<string, unknown>) => Values<P> {
  return (search) => Object.fromEntries(Object.entries(params).map(([name, read]) => [name, read(search[name])])) as Values<P>;
}

/** One of a few values. */
export function choice<const T extends string | number>(values: readonly T[], standard: NoInfer<T>): Param<T> {
  return (raw) =>
    (typeof raw === 'string' || typeof raw === 'number' ? values.find((value) => `${value}` === `${raw}`) : undefined) ?? standard;
}

/** An integer of at least `min` and at most `max`. */
export function wholeNumber(min: number, standard: number, max = Number.MAX_SAFE_INTEGER): Param<number> {
  return (raw) => {
    const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max ? value : standard;
  };
}

/** The id of the open record. Undefined if it is not a positive integer. */
export function recordId(): Param<number | undefined> {
  return (raw) => wholeNumber(1, 0)(raw) || undefined;
}

/** For numbers of invoices and credit memos. */
export const MAX_DOCUMENT_NUMBER_LENGTH = 40;

/** Text, cut to a maximum length. A number in the URL is text too. */
export function text(maxLength: number): Param<string> {
  return (raw) => (typeof raw === 'string' || typeof raw === 'number' ? String(raw).slice(0, maxLength) : '');
}

/** A boolean. */
export function flag(standard: boolean): Param<boolean> {
  return (raw) => (raw === true || raw === 'true' ? true : raw === false || raw === 'false' ? false : standard);
}

/** A calendar day `yyyy-MM-dd` within the limits (TBL-10), or undefined. */
export function day(): Param<string | undefined> {
  return (raw) => {
    if (typeof raw !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(raw) || !isOnCalendar(raw)) return undefined;
    const date = new Date(`${raw}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(raw) ? raw : undefined;
  };
}

/** Route options for state in the URL: invalid values become the default, and default values are left out of links. */
export function inUrl<Search extends object>(read: (search: Record<string, unknown>) => Search) {
  return {
    validateSearch: (search: { [Name in keyof Search]?: unknown }): Search => read(search),
    search: { middlewares: [stripSearchParams<Search, unknown, Partial<Search>>(read({}))] },
  };
}
