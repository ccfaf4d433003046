import type { ToolCall, ToolInput } from '../port.ts';
import { daysOf, input, isOne, listed, numberFor, type Question, type Topic, takeApart } from './question.ts';

/** What somebody wants: something looked up, or a few words. */
export type Wish = ToolCall | { wants: 'greeting' | 'thanks' | 'help' | 'person' | 'unknown' };

/** Understands a contractor's plain question; `today` is the day where the customer is. */
export function readQuestion(text: string, today: string, topic?: Topic, atHand?: Topic): Wish {
  const question = takeApart(text, today, topic, atHand);
  for (const rule of RULES) {
    const wish = rule(question);
    if (wish) return wish;
  }
  return { wants: 'unknown' };
}

type Rule = (question: Question) => Wish | undefined;
const NOUNS = ['order', 'ticket', 'invoice', 'payment', 'statement', 'quote', 'truck', 'owe', 'track', 'yard'];

const RULES: readonly Rule[] = [
  ({ has, all, says }) =>
    all('talk', 'person') ||
    all('talk', 'someone') ||
    says(/\b(?:real|live|actual) (?:person|human|agent)\b/i) ||
    (has('person') && !has(...NOUNS, 'contact', 'deliver', 'arrive'))
      ? { wants: 'person' }
      : undefined,
  tracking,
  oneRecord,
  deliveredSum,
  money,
  lists,
  contacts,
  ({ number }) => (number ? { tool: 'find_record', input: { number } } : undefined),
  ({ topic, has }) => (topic && has('it', 'where', 'status', 'arrive') ? showing(topic.kind, topic.number) : undefined),
  ({ atHand, has, says }) =>
    atHand && (has('status', 'much', 'next') || says(/\b(?:left|remaining|start|starts|done|finish|finished|ready|when|late|update)\b/i))
      ? showing(atHand.kind, atHand.number)
      : undefined,
  ({ has }) => (has('help') ? { wants: 'help' } : undefined),
  ({ says }) => (says(/\bwhat (?:can|do) you (?:do|know|answer)|how does this work|what can i ask/i) ? { wants: 'help' } : undefined),
  ({ has }) => (has('thanks') ? { wants: 'thanks' } : undefined),
  ({ has }) => (has('hello') ? { wants: 'greeting' } : undefined),
];

/** Where the trucks are, and when they come. */
function tracking(question: Question): Wish | undefined {
  const { has, says, topic, atHand } = question;
  if (!isAboutTrucks(question)) return undefined;
  if (has('ticket') && (question.number || !atHand))
    return { tool: 'show_ticket', input: input({ number: numberFor(question, 'ticket') }) };
  const isAboutAll = says(/\btrucks\b/i);
  const about = topic ?? (isAboutAll ? undefined : atHand);
  const number = numberFor(question, 'order') ?? (about?.kind === 'order' ? about.number : undefined);
  if (number) return has('order') || about ? { tool: 'show_order', input: { number } } : { tool: 'find_record', input: { number } };
  if (about?.kind === 'ticket') return showing('ticket', about.number);
  if (question.days && !has('truck')) return undefined;
  return has('order', 'deliver') && !isAboutAll ? { tool: 'show_order', input: {} } : { tool: 'list_trucks', input: {} };
}

function isAboutTrucks({ has, says }: Question): boolean {
  if (has('truck', 'track')) return true;
  if (has('invoice', 'payment', 'statement', 'quote')) return false;
  const isOnTheWay = has('arrive') || says(/\b(?:on (?:the|its|their) way|how far|what time (?:is|does|will)|running late)\b/i);
  return isOnTheWay || (has('where') && has('order', 'ticket', 'deliver', 'concrete', 'it'));
}

/** A record by its number, or the latest of its kind. */
function oneRecord(question: Question): Wish | undefined {
  const { has, topic } = question;
  const kinds: [Topic['kind'], string][] = [
    ['invoice', 'invoice|bill'],
    ['ticket', 'ticket|load'],
    ['quote', 'quote|bid|quotation|proposal'],
    ['statement', 'statement'],
    ['payment', 'payment|receipt'],
    ['order', 'order|pour'],
  ];
  if (isListOf(question)) return undefined;
  for (const [kind, noun] of kinds) {
    if (!has(kind) || (kind === 'statement' && !isOne(question, noun))) continue;
    const number = numberFor(question, kind);
    if (kind !== 'statement' && number) return showing(kind, number);
    if (isOne(question, noun)) return kind === 'statement' ? { tool: 'show_statement', input: daysOf(question) } : showing(kind);
  }
  if (topic && has('paid', 'due', 'status', 'owe') && !question.number) return showing(topic.kind, topic.number);
  return undefined;
}

/** "Tickets of order 12345" are tickets, found by the order's number. */
function isListOf({ says }: Question): boolean {
  return says(/\b(?:tickets|loads|invoices?|bills?)\b.{0,80}\border\b/i);
}

function showing(kind: Topic['kind'], number?: string): ToolCall {
  if (kind === 'statement') return { tool: 'show_statement', input: number ? { from: number, to: number } : {} };
  return { tool: `show_${kind}`, input: number ? { number } : {} };
}

/** How much was delivered. */
function deliveredSum(question: Question): Wish | undefined {
  const { has, says } = question;
  const isAmount = says(/\bhow (?:much|many)\b|\btotal\b|\bquantity\b|\bvolume\b/i);
  const isMaterial = has('concrete', 'aggregate', 'block', 'yard') || (has('deliver') && !has('ticket', 'order')) || says(/\bloads\b/i);
  if (!isAmount || !isMaterial || has('owe', 'spend', 'discount', 'pay', 'payment') || says(/\b(?:cost|price|dollars?)\b/i))
    return undefined;
  const material = has('aggregate') ? 'aggregate' : has('block') ? 'block' : has('concrete') ? 'concrete' : undefined;
  return { tool: 'sum_deliveries', input: input<ToolInput<'sum_deliveries'>>({ ...daysOf(question), search: question.place, material }) };
}

/** What is owed, saved and spent. */
function money(question: Question): Wish | undefined {
  const { has, says } = question;
  if (has('discount')) return { tool: 'show_discounts', input: {} };
  if (has('spend') || says(/\bhow much (?:have|did) (?:we|i) (?:bought|buy)/i)) return { tool: 'show_spend', input: {} };
  const isBalance =
    has('owe') || says(/\b(?:past due|amount due|what(?:'s| is) due|account (?:status|standing)|how much (?:do|is) .{0,80}due)\b/i);
  if (isBalance && !(has('invoice') && says(/\b(?:which|list|show|what|outstanding) .{0,80}\b(?:invoice|bill)/i)))
    return { tool: 'show_balance', input: {} };
  return undefined;
}

/** Several of a kind. */
function lists(question: Question): Wish | undefined {
  const { has } = question;
  const search = question.place ?? question.number;
  if (isAboutPaying(question)) return paymentList(question);
  if (has('statement')) return statementList(question);
  if (has('quote')) {
    const status = has('inactive') ? 'inactive' : has('open', 'active') ? 'active' : undefined;
    return { tool: 'list_quotes', input: input<ToolInput<'list_quotes'>>({ ...listed(question), search, status }) };
  }
  if (has('invoice') || (has('due') && !has('truck', 'order'))) {
    const status = invoiceStatus(question);
    return { tool: 'list_invoices', input: input<ToolInput<'list_invoices'>>({ ...listed(question), search, status }) };
  }
  if (has('ticket')) return { tool: 'list_tickets', input: input<ToolInput<'list_tickets'>>({ ...listed(question), search }) };
  if (has('order', 'deliver') || (has('concrete', 'aggregate', 'block') && (question.days || has('next')))) {
    const when = !question.days && has('next') ? 'upcoming' : undefined;
    return { tool: 'list_orders', input: input<ToolInput<'list_orders'>>({ ...listed(question), search, when }) };
  }
  return undefined;
}

function isAboutPaying({ has, says }: Question): boolean {
  const isOurs = says(/\b(?:did|have|has|what|when|how much) .{0,80}\b(?:we|i|us)\b.{0,80}\b(?:pay|paid)/i);
  return has('payment') || (has('paid', 'pay') && !has('invoice') && isOurs);
}

function paymentList(question: Question): Wish {
  const { has, says, count } = question;
  const status = has('pending') ? 'pending' : says(/\b(?:failed|declined|returned)\b/i) ? 'unpaid' : undefined;
  return { tool: 'list_payments', input: input<ToolInput<'list_payments'>>({ count, ...daysOf(question), status }) };
}

function statementList(question: Question): Wish {
  const { says, count, days } = question;
  if (days && !says(/\bstatements\b/i)) return { tool: 'show_statement', input: days };
  return { tool: 'list_statements', input: input<ToolInput<'list_statements'>>({ count, ...daysOf(question) }) };
}

function invoiceStatus({ has, says }: Question): ToolInput<'list_invoices'>['status'] {
  if (says(/\boverdue\b|\bpast due\b|\blate\b|\bdelinquent\b/i)) return 'overdue';
  if (has('pending')) return 'pending';
  if (has('open', 'owe', 'due') || says(/\bnot (?:yet )?paid\b|\bto pay\b/i)) return 'unpaid';
  return has('paid') ? 'paid' : undefined;
}

/** Who looks after the customer. */
function contacts({ has, says }: Question): Wish | undefined {
  const isWho = says(/\bwho(?:m|'s)?\b/i) || has('call');
  if (!has('contact') && !(isWho && has('sales', 'manager', 'account', 'call'))) return undefined;
  const who = has('regional') ? 'regional' : says(/\bsales|\bsalesm/i) ? 'sales' : has('account') ? 'account' : undefined;
  return { tool: 'show_contacts', input: input<ToolInput<'show_contacts'>>({ who }) };
}
