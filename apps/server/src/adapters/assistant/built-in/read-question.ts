import type { KnownNames } from '../port.ts';
import { accountFor } from './account-for.ts';
import { actionIn } from './actions.ts';
import { daysOf, isOne, numberFor, type Question, searchOf, type Topic, takeApart } from './question.ts';
import { comparedDeliveries, deliveredSum, orderLists, tracking } from './rules-about-deliveries.ts';
import { moneyLists, owing, prices, spending } from './rules-about-money.ts';
import { fromSpanish, type PutIntoEnglish } from './spanish.ts';
import { calling, type Rule, showing, type Wish } from './wish.ts';

/** The context of a question: the customer's current day, the names on the account, and the earlier topic. */
export interface Setting {
  today: string;
  names: KnownNames;
  topic?: Topic | undefined;
  /** The record that the whole conversation is about. */
  atHand?: Topic | undefined;
}

/** Interprets a contractor's question, in English or Spanish. Returns a tool call only if it covers every part of the question. */
export function readQuestion(text: string, setting: Setting): Wish {
  const english = fromSpanish(text, setting.names);
  return english ? inWordsTyped(readEnglish(english.text, setting), english) : readEnglish(text, setting);
}

function readEnglish(text: string, { today, names, topic, atHand }: Setting): Wish {
  const question = takeApart(text, today, names, topic, atHand);
  for (const rule of RULES) {
    const wish = rule(question);
    if (wish) return 'tool' in wish ? accountFor(question, wish, today) : wish;
  }
  return { wants: 'unknown' };
}

/** What is repeated to the user is what they typed, not its translation. */
function inWordsTyped(wish: Wish, { typedFor }: PutIntoEnglish): Wish {
  if ('wants' in wish) return wish.wants === 'unclear' ? { ...wish, word: typedFor(wish.word) } : wish;
  return wish.tool === 'explain_scope' ? { ...wish, input: { name: typedFor(wish.input.name) } } : wish;
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
  ({ number }) => (number ? calling('find_record', { number }) : undefined),
  ({ topic, has }) => (topic && has('it', 'where', 'status', 'arrive') ? showing(topic.kind, topic.number) : undefined),
  ({ atHand, has, says, unknown }) =>
    atHand &&
    !unknown &&
    (has('status', 'much', 'next', 'left') || says(/\b(?:start|starts|done|finish|finished|ready|when|late|update)\b/i))
      ? showing(atHand.kind, atHand.number)
      : undefined,
  ({ otherCustomer, unknown, has, says }) => {
    const isName = unknown && /^\p{Lu}/u.test(unknown) && says(/\b(?:for|of|at|about|from|by) \p{Lu}/u);
    const stranger = otherCustomer ?? (isName || has(...NOUNS, 'pay', 'paid', 'price', 'spend') ? unknown : undefined);
    return stranger ? calling('explain_scope', { name: stranger }) : undefined;
  },
  ({ has }) => (has('help') ? { wants: 'help' } : undefined),
  ({ says }) => (says(/\bwhat (?:can|do) you (?:do|know|answer)|how does this work|what can i ask/i) ? { wants: 'help' } : undefined),
  ({ has }) => (has('thanks') ? { wants: 'thanks' } : undefined),
  ({ has }) => (has('hello') ? { wants: 'greeting' } : undefined),
];

function person({ has, all, says }: Question): Wish | undefined {
  const isWanted =
    all('talk', 'person') ||
    all('talk', 'someone') ||
    says(/\b(?:real|live|actual) (?:person|human|agent)\b/i) ||
    (has('person') && !has(...NOUNS, 'contact', 'deliver', 'arrive'));
  return isWanted ? { wants: 'person' } : undefined;
}

/** Shows one record by its number, or the latest of its kind. */
function oneRecord(question: Question): Wish | undefined {
  const { has, topic, number } = question;
  if (isListOf(question)) return undefined;
  if (number && question.says(/\bpo\b\D{0,10}\d/i)) return calling('list_orders', { search: number });
  if (number && question.all('left', 'order')) return showing('order', number);
  for (const [kind, noun] of KINDS) {
    if (!has(kind) || (kind === 'statement' && !isOne(question, noun))) continue;
    const typed = numberFor(question, kind);
    if (kind !== 'statement' && typed) return showing(kind, typed);
    if (isOne(question, noun)) return latest(question, kind);
  }
  if (isOne(question, 'delivery')) return showing('ticket');
  if (topic && has('paid', 'due', 'status', 'owe') && !number) return showing(topic.kind, topic.number);
  return undefined;
}

/** Shows the latest record of a kind. For a job, that is the first row of its list. */
function latest(question: Question, kind: Topic['kind']): Wish {
  if (kind === 'statement') return calling('show_statement', daysOf(question));
  const search = searchOf(question);
  if (!search || kind === 'payment') return showing(kind);
  return calling(`list_${kind}s`, { count: 1, search, ...daysOf(question) });
}

/** "Tickets of order 12345" asks for tickets, by the number of their order. */
function isListOf({ says, has }: Question): boolean {
  return !has('left') && says(/\b(?:tickets|loads|invoices?|bills?)\b.{0,80}\border\b/i);
}

/** Shows the customer's contacts at the supplier. */
function contacts(question: Question): Wish | undefined {
  const { has, says, person: name } = question;
  const isWho = says(/\bwho(?:m|'s)?\b/i) || has('call');
  if (name && isWho && !has(...NOUNS)) return calling('show_contacts', { name });
  if (!has('contact') && !(isWho && has('sales', 'manager', 'account', 'call'))) return undefined;
  const who = has('regional') ? 'regional' : says(/\bsales|\bsalesm/i) ? 'sales' : has('account') ? 'account' : undefined;
  return calling('show_contacts', { who });
}
