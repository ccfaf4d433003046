import {
  MAX_ADDRESS_LENGTH,
  MAX_NAME_LENGTH,
  nameFault,
  PHONE_PATTERN,
  phoneDigits,
  plainTextFault,
  TEXT_MESSAGES,
  ZIP_PATTERN,
} from '@yardage/domain/person-fields';
import { z } from 'zod';

const TOO_LONG = 'This is too long.';

/** One line of text that must not be empty. */
export const requiredText = (required: string, maxLength = MAX_NAME_LENGTH) =>
  z
    .string(required)
    .trim()
    .min(1, { error: required, abort: true })
    .max(maxLength, TOO_LONG)
    .refine((text) => plainTextFault(text) === null, { error: TEXT_MESSAGES.notPlain, abort: true });

/** A person's first or last name, as used in mails. */
export const personName = (required: string) => requiredText(required).refine((text) => nameFault(text) === null, TEXT_MESSAGES.notAName);

/** A street address. */
export const addressText = (required: string) => requiredText(required, MAX_ADDRESS_LENGTH);

/** Ten digits; punctuation is removed. */
export const phoneNumber = (required: string, invalid: string) =>
  z
    .string(required)
    .overwrite(phoneDigits)
    .min(1, { error: required, abort: true })
    .regex(PHONE_PATTERN, invalid)
    .meta({ examples: ['4235550188'] });

export const zipCode = (required: string, invalid: string) =>
  z
    .string(required)
    .trim()
    .min(1, { error: required, abort: true })
    .regex(ZIP_PATTERN, invalid)
    .meta({ examples: ['37402'] });

/** One of the states of `accounts/states`. */
export const stateId = (required: string) =>
  z
    .int(required)
    .min(1, required)
    .max(100, required)
    .meta({ examples: [43] });
