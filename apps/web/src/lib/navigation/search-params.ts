/** Turns an unknown parameter of the address into a value; nonsense becomes the default. */
export type Param<T> = (raw: unknown) => T;

type Params = Record<string, Param<unknown>>;
type Values<P extends Params> = { [K in keyof P]: ReturnType<P[K]> };

/**
 * A route's search parameters, for `validateSearch`. Own, small readers instead of schemas, because every route's stand in the landing
 * page's script.
 */
export function searchParams<P extends Params>(params: P): (search: Record<string, unknown>) => Values<P> {
  return (search) => Object.fromEntries(Object.entries(params).map(([name, read]) => [name, read(search[name])])) as Values<P>;
}

/** One of a few words. */
export function choice<const T extends string | number>(values: readonly T[], standard: NoInfer<T>): Param<T> {
  return (raw) => values.find((value) => String(value) === String(raw)) ?? standard;
}

/** A whole number from `min` up. */
export function wholeNumber(min: number, standard: number): Param<number> {
  return (raw) => {
    const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= min ? value : standard;
  };
}

/** The record that stands open; none without a sensible number. */
export function recordId(): Param<number | undefined> {
  return (raw) => wholeNumber(1, 0)(raw) || undefined;
}

/** Text, cut to a length; a number in the address is text too. */
export function text(maxLength: number): Param<string> {
  return (raw) => (typeof raw === 'string' || typeof raw === 'number' ? String(raw).slice(0, maxLength) : '');
}

/** Yes or no. */
export function flag(standard: boolean): Param<boolean> {
  return (raw) => (raw === true || raw === 'true' ? true : raw === false || raw === 'false' ? false : standard);
}

/** A calendar day `yyyy-MM-dd` between 1950 and 2050 (TBL-10), or none. */
export function day(): Param<string | undefined> {
  return (raw) => {
    if (typeof raw !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(raw) || raw < '1950-01-01' || raw > '2050-12-31') return undefined;
    const date = new Date(`${raw}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(raw) ? raw : undefined;
  };
}
