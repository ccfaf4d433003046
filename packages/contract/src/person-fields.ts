import { plainTextFault } from '@yardage/domain/faults';
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH, nameFault, PHONE_PATTERN, phoneDigits, ZIP_PATTERN } from '@yardage/domain/person-fields';
import { TEXT_MESSAGES } from '@yardage/domain/rules.messages';
import { z } from 'zod';

/** Returns a message in the language of the request. */
export type MessageSource = () => string;

/** One line of text that must not be empty. */
export const requiredText = (required: MessageSource, maxLength = MAX_NAME_LENGTH) =>
  z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .max(maxLength, { error: () => TEXT_MESSAGES.tooLong })
    .refine((text) => plainTextFault(text) === null, { error: () => TEXT_MESSAGES.notPlain, abort: true });

/** A person's first or last name, as used in mails. */
export const personName = (required: MessageSource) =>
  requiredText(required).refine((text) => nameFault(text) === null, { error: () => TEXT_MESSAGES.notAName });

/** A street address. */
export const addressText = (required: MessageSource) => requiredText(required, MAX_ADDRESS_LENGTH);

/** Ten digits, or those of another pattern; punctuation is removed. */
export const phoneNumber = (required: MessageSource, invalid: MessageSource, pattern = PHONE_PATTERN) =>
  z
    .string({ error: required })
    .overwrite(phoneDigits)
    .min(1, { error: required, abort: true })
    .regex(pattern, { error: invalid })
    .meta({ examples: ['4235550188'] });

export const zipCode = (required: MessageSource, invalid: MessageSource) =>
  z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .regex(ZIP_PATTERN, { error: invalid })
    .meta({ examples: ['37402'] });

/** One of the states of `accounts/states`. */
export const stateId = (required: MessageSource) =>
  z
    .int({ error: required })
    .min(1, { error: required })
    .max(100, { error: required })
    .meta({ examples: [43] });
