import { type Days, numberOf, readDays } from './days.ts';
import { placeIn } from './place.ts';
import { SYNONYMS } from './vocabulary.ts';
import { wordReader } from './words.ts';

/** What a question was about before, for words as "it". */
export interface Topic {
  kind: 'order' | 'ticket' | 'quote' | 'invoice' | 'payment' | 'statement';
  number: string;
}

const MAX_COUNT = 25;
/** A chat takes longer messages than the assistant does; what they ask stands at their beginning. */
const MOST_READ = 1000;
const read = wordReader(SYNONYMS);
const NUMBER_WORD = '\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few|couple';
const COUNT_PATTERNS = [
  new RegExp(
    `\\b(?:last|latest|recent|newest|top|first|next|past|previous|show(?: me)?(?: my| the)?|list|give me) (${NUMBER_WORD})\\b(?![-/])`,
    'i',
  ),
  new RegExp(
    `\\b(${NUMBER_WORD}) (?:most |last |latest |newest |recent |open |unpaid |active |orders|invoices|bills|tickets|payments|statements|quotes)`,
    'i',
  ),
];
/** Three digits at least, with what stands around them: `12345`, `#12345`, `Q5001`, `INV-88123`. */
const RECORD_NUMBER =
  /(?<![\w/.$,-])#?((?:[a-z]{1,5}-?)?\d{3,}(?:-\d+)*)(?![\w/-]|,\d|\.\d)(?!\s*(?:psi|psf|yards?|cy|tons?|%|days?|dollars|bucks)\b)/gi;

/** A question taken apart. */
export interface Question {
  /** The meanings of its words. */
  has: (...meanings: string[]) => boolean;
  all: (...meanings: string[]) => boolean;
  says: (pattern: RegExp) => boolean;
  days: Days | undefined;
  count: number | undefined;
  number: string | undefined;
  place: string | undefined;
  topic: Topic | undefined;
  /** The record that the whole conversation is about. */
  atHand: Topic | undefined;
}

/** Takes a question apart: the meanings of its words, its days, count, number and place. */
export function takeApart(text: string, today: string, topic: Topic | undefined, atHand: Topic | undefined): Question {
  const flat = text.slice(0, MOST_READ).replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  const { days, rest } = readDays(flat, today);
  const numbers = [...rest.matchAll(RECORD_NUMBER)].map(([, number]) => (number ?? '').toUpperCase());
  const meanings = new Set(read(flat).map(({ meaning }) => meaning));
  return {
    has: (...wanted) => wanted.some((meaning) => meanings.has(meaning)),
    all: (...wanted) => wanted.every((meaning) => meanings.has(meaning)),
    says: (pattern) => pattern.test(flat),
    days,
    count: countIn(rest),
    number: numbers[0],
    place: placeIn(rest, read),
    topic: meanings.has('it') ? (topic ?? atHand) : undefined,
    atHand,
  };
}

function countIn(text: string): number | undefined {
  for (const pattern of COUNT_PATTERNS) {
    const found = numberOf(pattern.exec(text)?.[1] ?? '');
    if (found) return Math.min(found, MAX_COUNT);
  }
  return undefined;
}

/** "My last order": one of them, by no number. */
export const isOne = ({ count, says }: Question, noun: string): boolean =>
  count === 1 ||
  (count === undefined &&
    says(
      new RegExp(
        `\\b(?:my|our|the|a) (?:very )?(?:last|latest|newest|most recent|current|recent) (?:\\w+ )?(?:${noun})\\b(?!s)|\\b(?:last|latest|newest|most recent) (?:${noun})\\b(?!s)`,
        'i',
      ),
    ));

/** Leaves out what was not said, so that a call says no more than the question did. */
export function input<T extends object>(given: { [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

/** The days that were named, if any. */
export const daysOf = ({ days }: Question): Days => days ?? {};
/** What narrows a list. */
export const listed = (question: Question) => ({ count: question.count, ...daysOf(question), search: question.place });
/** The number that is meant of a kind: the one that was typed, or that of what "it" is. */
export const numberFor = ({ number, topic }: Question, kind: Topic['kind']): string | undefined =>
  number ?? (topic?.kind === kind ? topic.number : undefined);
