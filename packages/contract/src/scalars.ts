import { FIRST_DAY, isOnCalendar, LAST_DAY } from '@yardage/domain/calendar';
import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { MAX_SEARCH_LENGTH } from './lists.ts';

/** Upper limit of the name that somebody gives a key, a webhook or a saved method. */
export const MAX_LABEL_LENGTH = 60;

/** Free search text; longer texts are refused. */
export const searchText = z
  .string()
  .trim()
  .max(MAX_SEARCH_LENGTH, { error: () => CONTRACT_MESSAGES.searchLimit(MAX_SEARCH_LENGTH) });

/** One of the named values. The text of its error calls an empty value 'nothing'. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: () => oneOfText(values) });

function oneOfText(values: readonly string[]): string {
  const named = values.filter((value) => value !== '').join(', ');
  return values.includes('') ? CONTRACT_MESSAGES.oneOfOrNothing(named) : CONTRACT_MESSAGES.oneOf(named);
}

/** A calendar day in the data source's time zone. */
export const day = z.iso
  .date({ error: () => CONTRACT_MESSAGES.date })
  .refine(isOnCalendar, { error: () => CONTRACT_MESSAGES.dateRange(FIRST_DAY.slice(0, 4), LAST_DAY.slice(0, 4)) });

/** A moment, ISO 8601 in UTC. */
export const moment = z.iso.datetime();

/** A whole number in a path, a query or a form, where it is text. */
export const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: () => CONTRACT_MESSAGES.wholeNumber })
    .int({ error: () => CONTRACT_MESSAGES.wholeNumber })
    .min(min)
    .max(max);

/** A value of a form, where every value is text and an empty one means that nothing was entered. */
export const emptyAsMissing = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema);

/** A record's id in a path. */
export const idInPath = z.coerce
  .number({ error: () => CONTRACT_MESSAGES.wholeNumber })
  .int({ error: () => CONTRACT_MESSAGES.wholeNumber })
  .positive({ error: () => CONTRACT_MESSAGES.positiveNumber });

/** A quantity of material; two decimals at most. */
export const quantity = z.number();

/**
 * Returns a test for numbers with at most this many decimals. It allows the rounding errors of products and sums of decimals, which are
 * larger for larger numbers.
 */
export const hasDecimals =
  (most: number) =>
  (value: number): boolean => {
    const shifted = value * 10 ** most;
    return Math.abs(shifted - Math.round(shifted)) < Math.max(1e-4, Math.abs(shifted) * 2 ** -51);
  };

const MAX_DOLLARS = 1_000_000_000;

/** An amount in dollars that the caller has computed. The server compares it with its own. */
export const claimedAmount = z
  .number({ error: () => CONTRACT_MESSAGES.number })
  .min(0, { error: () => CONTRACT_MESSAGES.negativeAmount })
  .max(MAX_DOLLARS);

/** An amount in dollars, in whole cents. */
export const dollars = claimedAmount.refine(hasDecimals(2), { error: () => CONTRACT_MESSAGES.twoDecimals });

/** An amount in dollars that a payer chose: at least one cent, in whole cents. */
export const paidAmount = z
  .number({ error: () => CONTRACT_MESSAGES.number })
  .min(0.01, { error: () => CONTRACT_MESSAGES.amountAboveZero })
  .max(MAX_DOLLARS)
  .refine(hasDecimals(2), { error: () => CONTRACT_MESSAGES.twoDecimals });

export const customerNumber = z.string().trim().min(1).max(20);
export const globalCustomerNumber = z.string().trim().min(1).max(20);
export const datasourceId = z.coerce
  .number({ error: () => CONTRACT_MESSAGES.wholeNumber })
  .int({ error: () => CONTRACT_MESSAGES.wholeNumber })
  .positive();
/** The short code of a data source, as it appears in rows. */
export const dataset = z.string().trim().min(1).max(20);

/** Query parameters that may repeat the selected customer; all must agree (docs/settled.md, Headers). */
export const customerQuery = {
  customerNumber: customerNumber.optional(),
  datasourceId: datasourceId.optional(),
};

/** The answer of a call that returns only a sentence to show to the user. */
export const messageAnswer = z.strictObject({ message: z.string() });

/** The name of a time zone of the IANA database. */
export const timeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, { error: () => CONTRACT_MESSAGES.timeZone });

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The code of a data source. */
export const dataSourceCode = z
  .string({ error: () => CONTRACT_MESSAGES.dataSourceCode })
  .trim()
  .regex(/^[\w.-]{1,20}$/, { error: () => CONTRACT_MESSAGES.codeCharacters })
  .meta({ examples: ['EAST'] });
