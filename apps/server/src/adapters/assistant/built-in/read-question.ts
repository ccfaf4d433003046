import type { KnownNames } from '../port.ts';
import { actionIn } from './actions.ts';
import { checkCoverage } from './check-coverage.ts';
import { type Intent, type Rule, showRecord, toolCall } from './intent.ts';
import { daysOf, isOne, MAX_QUESTION_LENGTH, numberFor, parseQuestion, type Question, searchOf, type Topic } from './question.ts';
import { comparedDeliveries, deliveredSum, orderLists, tracking } from './rules-about-deliveries.ts';
import { moneyLists, owing, prices, spending } from './rules-about-money.ts';
import { signOffs } from './rules-about-sign-offs.ts';
import { fromSpanish, type Translation } from './spanish.ts';

/** The context of a question: the customer's current day, the names on the account, and the earlier topic. */
export interface QuestionContext {
  today: string;
  names: KnownNames;
  topic?: Topic | undefined;
  /** The record that the whole conversation is about. */
  currentRecord?: Topic | undefined;
}

/** Interprets a contractor's question, in English or Spanish. Returns a tool call only if it covers every part of the question. */
export function readQuestion(typed: string, context: QuestionContext): Intent {
  const text = typed.slice(0, MAX_QUESTION_LENGTH);
  const english = fromSpanish(text, context.names);
  return english ? inTypedWords(readEnglish(english.text, context), english) : readEnglish(text, context);
}

function readEnglish(text: string, { today, names, topic, currentRecord }: QuestionContext): Intent {
  const question = parseQuestion(text, today, names, topic, currentRecord);
  for (const rule of RULES) {
    const intent = rule(question);
    if (intent) return 'tool' in intent ? checkCoverage(question, intent, today) : intent;
  }
  return { wants: 'unknown' };
}

/** What is repeated to the user is what they typed, not its translation. */
function inTypedWords(intent: Intent, { typedFor }: Translation): Intent {
  if ('wants' in intent) return intent.wants === 'unclear' ? { ...intent, word: typedFor(intent.word) } : intent;
  return intent.tool === 'explain_scope' ? { ...intent, input: { name: typedFor(intent.input.name) } } : intent;
}

const NOUNS = ['order', 'ticket', 'invoice', 'payment', 'statement', 'quote', 'truck', 'driver', 'owe', 'track', 'yard'];
const KINDS: readonly [Topic['kind'], string][] = [
  ['invoice', 'invoice|bill'],
  ['ticket', 'ticket|load'],
  ['quote', 'quote|bid|quotation|proposal'],
  ['statement', 'statement'],
  ['payment', 'payment|receipt'],
  ['order', 'order|pour'],
];

/** The first rule that returns a result wins. */
const RULES: readonly Rule[] = [
  person,
  actionIn,
  signOffs,
  comparedDeliveries,
  spending,
  prices,
  tracking,
  oneRecord,
  deliveredSum,
  owing,
  moneyLists,
  contacts,
  orderLists,
  ({ number }) => (number ? toolCall('find_record', { number }) : undefined),
  ({ topic, has }) => (topic && has('it', 'where', 'status', 'arrive') ? showRecord(topic.kind, topic.number) : undefined),
  ({ currentRecord, has, says, unknown }) =>
    currentRecord &&
    !unknown &&
    (has('status', 'much', 'next', 'left') || says(/\b(?:start|starts|done|finish|finished|ready|when|late|update)\b/i))
      ? showRecord(currentRecord.kind, currentRecord.number)
      : undefined,
  ({ otherCustomer, unknown, has, says }) => {
    const isName = unknown && /^\p{Lu}/u.test(unknown) && says(/\b(?:for|of|at|about|from|by) \p{Lu}/u);
    const otherName = otherCustomer ?? (isName || has(...NOUNS, 'pay', 'paid', 'price', 'spend') ? unknown : undefined);
    return otherName ? toolCall('explain_scope', { name: otherName }) : undefined;
  },
  ({ has }) => (has('help') ? { wants: 'help' } : undefined),
  ({ says }) => (says(/\bwhat (?:can|do) you (?:do|know|answer)|how does this work|what can i ask/i) ? { wants: 'help' } : undefined),
  ({ has }) => (has('thanks') ? { wants: 'thanks' } : undefined),
  ({ has }) => (has('hello') ? { wants: 'greeting' } : undefined),
];

function person({ has, all, says }: Question): Intent | undefined {
  const isWanted =
    all('talk', 'person') ||
    all('talk', 'someone') ||
    says(/\b(?:real|live|actual) (?:person|human|agent)\b/i) ||
    (has('person') && !has(...NOUNS, 'contact', 'deliver', 'arrive'));
  return isWanted ? { wants: 'person' } : undefined;
}

/** Shows one record by its number, or the latest of its kind. */
function oneRecord(question: Question): Intent | undefined {
  const { has, topic, number } = question;
  if (isListOf(question)) return undefined;
  if (number && question.says(/\bpo\b\D{0,10}\d/i)) return toolCall('list_orders', { search: number });
  if (number && question.all('left', 'order')) return showRecord('order', number);
  for (const [kind, noun] of KINDS) {
    if (!has(kind) || (kind === 'statement' && !isOne(question, noun))) continue;
    const typed = numberFor(question, kind);
    if (kind !== 'statement' && typed) return showRecord(kind, typed);
    if (isOne(question, noun)) return latest(question, kind);
  }
  if (isOne(question, 'delivery')) return showRecord('ticket');
  if (topic && has('paid', 'due', 'status', 'owe') && !number) return showRecord(topic.kind, topic.number);
  return undefined;
}

/** Shows the latest record of a kind. For a job, that is the first row of its list. */
function latest(question: Question, kind: Topic['kind']): Intent {
  if (kind === 'statement') return toolCall('show_statement', daysOf(question));
  const search = searchOf(question);
  if (!search || kind === 'payment') return showRecord(kind);
  return toolCall(`list_${kind}s`, { count: 1, search, ...daysOf(question) });
}

/** "Tickets of order 12345" asks for tickets, by the number of their order. */
function isListOf({ says, has }: Question): boolean {
  return !has('left') && says(/\b(?:tickets|loads|invoices?|bills?)\b.{0,80}\border\b/i);
}

/** Shows the customer's contacts at the supplier. */
function contacts(question: Question): Intent | undefined {
  const { has, says, person: name } = question;
  const isWho = says(/\bwho(?:m|'s)?\b/i) || has('call');
  if (name && isWho && !has(...NOUNS)) return toolCall('show_contacts', { name });
  if (!has('contact') && !(isWho && has('sales', 'manager', 'account', 'call'))) return undefined;
  const who = has('regional') ? 'regional' : says(/\bsales|\bsalesm/i) ? 'sales' : has('account') ? 'account' : undefined;
  return toolCall('show_contacts', { who });
}
