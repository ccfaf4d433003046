import type { KnownNames } from '../port.ts';
import { type Days, numberOf, readDays } from './days.ts';
import { type FoundName, findNames } from './names.ts';
import { FILLERS, MEANINGS, SYNONYMS } from './vocabulary.ts';
import { wordReader } from './words.ts';

/** A record that the conversation was about, for words like "it". */
export interface Topic {
  kind: 'order' | 'ticket' | 'quote' | 'invoice' | 'payment' | 'statement';
  number: string;
}

export const MAX_COUNT = 25;
/**
 * Only this many characters are read. Chat messages may be longer than questions to the assistant; the question is usually at the
 * beginning.
 */
export const MAX_QUESTION_LENGTH = 1000;
const read = wordReader(SYNONYMS, FILLERS);
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
/** A number of at least three digits with its prefix and suffix: `12345`, `#12345`, `Q5001`, `INV-88123`. */
const RECORD_NUMBER =
  /(?<![\w/.$,-])#?((?:[a-z]{1,5}-?)?\d{3,}(?:-\d+)*)(?![\w/-]|,\d|\.\d)(?!\s*(?:psi|psf|yards?|cy|tons?|%|days?|dollars|bucks)\b)/gi;
/** Phrases whose meaning differs from that of their words. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bpast[- ]due\b/gi, 'overdue'],
  [/\bunder ?way\b/gi, 'on the way'],
  // One word, so that its 'will' is not the future.
  [/\bwill[- ]?calls?\b/gi, 'willcall'],
  [/\bon[- ]?hold\b/gi, 'on-hold'],
  [/\bmost recent(?:ly)?\b/gi, 'latest'],
  // Remove `no` before the number of a record and as a polite answer. Any other `no` negates the question.
  [/\bno[.:]?(?=\s?#?(?:[a-z]{1,5}-?)?\d)/gi, ''],
  [/^no,? (?=thank)|^no, /gi, ''],
  [/\b(?:not|isn't|aren't|haven't|hasn't|weren't|wasn't) (?:yet |already )?(?:been )?(?:yet )?paid(?: yet)?\b/gi, 'unpaid'],
  [/\bsign(?:ed)?[- ]off(s?)\b(?! on\b)/gi, 'sign-off$1'],
  [
    /\b(?:not|isn't|aren't|haven't|hasn't|weren't|wasn't) (?:yet |already )?(?:been )?(?:yet )?signed(?: for)?(?: yet)?(?! by\b)/gi,
    'unsigned',
  ],
  [
    /\b(?:nobody|no one|no-one)(?: has| have)?(?: yet)? signed(?: for)?(?: yet)?|\bdid (?:nobody|no one|no-one) sign(?: for)?/gi,
    'unsigned',
  ],
  [/\b(?:without|with no|have no|has no|missing|lack|lacks|lacking) (?:an? |the |any )?(?:signatures?|sign-offs?)\b/gi, 'unsigned'],
  [
    /\b(?:(?:still )?(?:need|needs|wait|waits|waiting) (?:for )?(?:an? |the )?(?:signatures?|sign-offs?)|(?:still )?(?:need|needs|have|has) to be signed)(?: for)?\b/gi,
    'unsigned',
  ],
  // Records have the reason of a rejection. Any other `why` asks for something that no record has.
  [/\bwhy (?=(?:was|were|is|are|did)\b.{0,60}\breject)/gi, 'how '],
  [/\b(?:per|a|each) (?:cubic )?(?:yard|cy|ton)\b/gi, ''],
  [/\bright now\b|\bas of (?:now|today)\b/gi, 'now'],
  // These ask for a moment. What follows them is not the end of a range of days.
  [/\bhow long (?:until|till|before)\b|\b(?:what|which) day\b/gi, 'when'],
  [/\bat (?:the )?most\b|\bmost of (?:the|all)\b/gi, ''],
];
/** Words that show that the question is about the future. */
const AHEAD = /\b(?:due|next|upcoming|scheduled?|booked|coming|will|to pay)\b/i;

/** The parsed question. */
export interface Question {
  /** On one line, with typos of known words corrected. */
  text: string;
  /** The meanings of its words, each with a word that has it. */
  meanings: ReadonlyMap<string, string>;
  has: (...meanings: string[]) => boolean;
  all: (...meanings: string[]) => boolean;
  says: (pattern: RegExp) => boolean;
  days: Days | undefined;
  /** A second range of days, earlier than `days`. */
  otherDays: Days | undefined;
  /** The words that named `days` and `otherDays`. */
  daysSaid: readonly [string, string];
  count: number | undefined;
  number: string | undefined;
  otherNumber: string | undefined;
  /** Whether it is about what is to come: days after today, or "will". */
  isToCome: boolean;
  /** The jobs or addresses that it names. */
  places: readonly string[];
  product: string | undefined;
  person: string | undefined;
  otherCustomer: string | undefined;
  /** Words that are neither a name on the account nor in the vocabulary. */
  unknown: string | undefined;
  topic: Topic | undefined;
  /** The record that the whole conversation is about. */
  currentRecord: Topic | undefined;
}

/** Parses a question: its days, names, numbers, and the meanings of the other words. */
export function parseQuestion(
  typed: string,
  today: string,
  known: KnownNames,
  topic: Topic | undefined,
  currentRecord: Topic | undefined,
): Question {
  const flat = typed.replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  const text = PHRASES.reduce((said, [phrase, meant]) => said.replace(phrase, meant), flat);
  const isAhead = AHEAD.test(text);
  const first = readDays(text, today, isAhead);
  const second = readDays(first.rest, today, isAhead);
  const [later, earlier] = [first, second].toSorted((a, b) => (b.days?.from ?? '').localeCompare(a.days?.from ?? ''));
  const { names, rest } = findNames(second.rest, known);
  const numbers = [...rest.matchAll(RECORD_NUMBER)].map(([, number]) => (number ?? '').toUpperCase());
  const { count, rest: words } = takeCount(rest.replace(RECORD_NUMBER, ' '));
  const corrected = read(words).reduce((said, word) => said.replace(word.typed, word.corrected), text);
  const meanings = new Map(read(words).flatMap(({ meaning, typed: word }) => (MEANINGS.has(meaning) ? [[meaning, word] as const] : [])));
  const named = (kind: FoundName['kind']) => names.filter((name) => name.kind === kind).map((name) => name.text);
  return {
    text: corrected,
    meanings,
    has: (...wanted) => wanted.some((meaning) => meanings.has(meaning)),
    all: (...wanted) => wanted.every((meaning) => meanings.has(meaning)),
    says: (pattern) => pattern.test(corrected),
    days: later?.days,
    otherDays: earlier?.days,
    daysSaid: [later?.said ?? '', earlier?.said ?? ''],
    count,
    number: numbers[0],
    isToCome: (later?.days?.from ?? '') > today || /\b(?:will|going to)\b/i.test(text),
    places: [...new Set(named('job'))],
    product: named('product')[0],
    person: named('person')[0],
    otherCustomer: named('other-customer')[0],
    otherNumber: numbers[1],
    unknown: unknownIn(words),
    topic: meanings.has('it') ? (topic ?? currentRecord) : undefined,
    currentRecord,
  };
}

function takeCount(text: string): { count: number | undefined; rest: string } {
  for (const pattern of COUNT_PATTERNS) {
    const match = pattern.exec(text);
    const found = numberOf(match?.[1] ?? '');
    if (match && found) return { count: Math.min(found, MAX_COUNT), rest: text.replace(match[0], match[0].replace(match[1] ?? '', ' ')) };
  }
  return { count: undefined, rest: text };
}

/** Returns the first consecutive words that the assistant does not know. */
function unknownIn(text: string): string | undefined {
  const found: string[] = [];
  for (const { typed, meaning } of read(text)) {
    const lower = typed.toLowerCase().replace(/'.*$/, '');
    const isUnderstood = meaning !== typed.toLowerCase() || SYNONYMS.has(lower) || FILLERS.has(lower) || /^\p{L}$/u.test(lower);
    if (!isUnderstood) found.push(typed);
    else if (found.length > 0) break;
  }
  return found.length > 0 ? found.join(' ') : undefined;
}

/** Whether a single record is meant without its number, as in "my last order". */
export const isOne = ({ count, says }: Question, noun: string): boolean =>
  count === 1 ||
  (count === undefined &&
    says(
      new RegExp(
        `\\b(?:my|our|the|a) (?:very )?(?:last|latest|newest|most recent|current|recent) (?:\\w+ )?(?:${noun})\\b(?!s)|\\b(?:last|latest|newest|most recent) (?:${noun})\\b(?!s)`,
        'i',
      ),
    ));

/** Removes undefined values, so that a call contains only what the question said. */
export function input<T extends object>(given: { [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

/** Returns the days named, if any. */
export const daysOf = ({ days }: Question): Days => days ?? {};
/** Returns the job, product or person that narrows a list. */
export const searchOf = ({ places, product, person }: Question): string | undefined =>
  [...places.slice(0, 1), product, person].filter(Boolean).join(' ') || undefined;
/** Returns the material named. */
export const materialOf = ({ has }: Question) =>
  has('concrete') ? ('concrete' as const) : has('aggregate') ? ('aggregate' as const) : has('block') ? ('block' as const) : undefined;
/** Returns the number of a record of this kind: the one typed, or that of what "it" refers to. */
export const numberFor = ({ number, topic }: Question, kind: Topic['kind']): string | undefined =>
  number ?? (topic?.kind === kind ? topic.number : undefined);
