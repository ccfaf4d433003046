import type { core } from 'zod';
import { SUPPLY_MESSAGES } from './supply.messages.ts';

/** What is wrong with a value, for what the schema of a record says nothing about. The reader knows their system, not ours. */
export const describeIssue: core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? SUPPLY_MESSAGES.noValue : typeText(issue.expected);
    case 'invalid_value':
      return issue.input === undefined ? SUPPLY_MESSAGES.noValue : SUPPLY_MESSAGES.notAChoice(issue.values.map(String).join(', '));
    case 'too_small':
      if (issue.origin === 'string') return SUPPLY_MESSAGES.noValue;
      return isNumber(issue.origin) ? SUPPLY_MESSAGES.belowLeast(String(issue.minimum)) : undefined;
    case 'too_big':
      if (issue.origin === 'string') return SUPPLY_MESSAGES.tooLong(String(issue.maximum));
      return isNumber(issue.origin) ? SUPPLY_MESSAGES.aboveMost(String(issue.maximum)) : undefined;
    case 'unrecognized_keys':
      return SUPPLY_MESSAGES.unknownFields(issue.keys.join(', '));
    default:
      return undefined;
  }
};

/** What was expected instead. The texts are in the language of the request, so they are read at each call. */
function typeText(expected: string): string | undefined {
  switch (expected) {
    case 'number':
      return SUPPLY_MESSAGES.notANumber;
    case 'int':
      return SUPPLY_MESSAGES.notWhole;
    case 'string':
      return SUPPLY_MESSAGES.notText;
    case 'boolean':
      return SUPPLY_MESSAGES.notABoolean;
    case 'array':
      return SUPPLY_MESSAGES.notAList;
    default:
      return undefined;
  }
}

const isNumber = (origin: string) => origin === 'number' || origin === 'int';
