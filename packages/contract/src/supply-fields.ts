import { FIRST_DAY, isOnCalendar, LAST_DAY } from '@yardage/domain/calendar';
import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { plainTextFault } from '@yardage/domain/faults';
import { SUPPLIED_PHONE_PATTERN, ZIP_PATTERN } from '@yardage/domain/person-fields';
import { TEXT_MESSAGES } from '@yardage/domain/rules.messages';
import { US_STATES } from '@yardage/domain/us-states';
import { z } from 'zod';
import { emailAddress } from './mail.ts';
import { day, hasDecimals } from './scalars.ts';

/** Longest key of a record. */
const MAX_KEY_LENGTH = 100;
const MAX_CENTS = 1e12;

/** The supplier's own name of a record: stable, and unique among the records of its resource and data source. */
export const supplyKey = z
  .string({ error: () => CONTRACT_MESSAGES.recordKey })
  .trim()
  .min(1, { error: () => CONTRACT_MESSAGES.recordKey })
  .max(MAX_KEY_LENGTH)
  .refine((text) => plainTextFault(text) === null, { error: () => TEXT_MESSAGES.notPlain });

/** A reference to another record of the same data source by its key. */
export const keyOf = (resource: string) => supplyKey.describe(`Key of a record of ${resource}.`);

/** A moment, ISO 8601 with `Z` or an offset. */
export const momentWithOffset = z.iso.datetime({ offset: true, error: () => CONTRACT_MESSAGES.moment });
/** A moment of a record. Some systems send the year 1 for one that they do not know. */
export const supplyMoment = momentWithOffset.refine((text) => isOnCalendar(text.slice(0, 10)), {
  error: () => CONTRACT_MESSAGES.dateRange(FIRST_DAY.slice(0, 4), LAST_DAY.slice(0, 4)),
});

/** One line of text. */
export const textLine = (maxLength = 200) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((text) => plainTextFault(text) === null, { error: () => TEXT_MESSAGES.notPlain });
/** Text of several lines. */
export const prose = (maxLength = 4000) => z.string().trim().min(1).max(maxLength);

/** A value that a system may not know: leave it out or send null. */
export const nullIfAbsent = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

/** Dollars with at most two decimals. */
export const money = z
  .number()
  .min(0, { error: () => CONTRACT_MESSAGES.amountFromZero })
  .max(MAX_CENTS / 100)
  .refine(hasDecimals(2), { error: () => CONTRACT_MESSAGES.twoDecimals })
  .describe('Dollars, two decimals.');

/** A quantity of material with at most two decimals. */
export const supplyQuantity = z
  .number()
  .min(0)
  .max(1e9)
  .refine(hasDecimals(2), { error: () => CONTRACT_MESSAGES.twoDecimals });

/** A tax rate in percent with at most four decimals. */
export const percent = z
  .number()
  .min(0)
  .max(100)
  .refine(hasDecimals(4), { error: () => CONTRACT_MESSAGES.fourDecimals })
  .describe('Percent, as in 9.25.');

const stateCode = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => US_STATES.some(({ abbreviation }) => abbreviation === code), { error: () => CONTRACT_MESSAGES.stateLetters })
  .meta({ examples: ['TN'] });

export const place = {
  addressLine1: textLine(),
  city: textLine(),
  state: stateCode,
  /** Of a ZIP+4, as accounting systems have it, the first five digits are kept. */
  zip: z
    .string()
    .trim()
    .overwrite((text) => text.replace(/^(\d{5})-?\d{4}$/, '$1'))
    .regex(ZIP_PATTERN, { error: () => CONTRACT_MESSAGES.fiveDigits })
    .meta({ examples: ['37402'] }),
};

/** A phone number; only its digits are kept. */
export const supplyPhone = z
  .string()
  .overwrite((text) => text.replace(/\D/g, ''))
  .regex(SUPPLIED_PHONE_PATTERN, { error: () => CONTRACT_MESSAGES.phoneDigits })
  .meta({ examples: ['4235550188'] });

/** A mail address in lower case. */
export const supplyEmail = emailAddress.overwrite((text) => text.toLowerCase()).meta({ examples: ['someone@example.com'] });

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
export const supplyDay = day.describe("A calendar day in the data source's time zone.");

/** Concrete, aggregate or block. */
export const material = z.enum(['concrete', 'aggregate', 'block']);
