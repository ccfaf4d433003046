import type { ToolInput } from '../port.ts';
import { type Intent, type Rule, toolCall } from './intent.ts';
import { daysOf, MAX_COUNT, materialOf, type Question, searchOf } from './question.ts';

const isAmount = ({ says }: Question) => says(/\bhow much\b|\btotal\b|\bamount\b/i);
const isSpending = ({ has, product, otherDays }: Question) =>
  has('spend') || (has('price') && has('most', 'more') && !product) || (has('invoice') && has('more') && otherDays !== undefined);

/** What a product costs, by its code or the words of its description. */
export const prices: Rule = (question) => {
  const { has, product, places, says, number } = question;
  if (has('order', 'invoice', 'deliver', 'most', 'truck', 'quote') || (has('ticket') && !product) || number) return undefined;
  const isPrice = has('price') || (product !== undefined && (says(/\bhow much (?:is|are|for)\b/i) || has('pay')));
  return isPrice && (product || places.length > 0 || says(/\bhow much\b|\bprices?\b|\bcosts?\b/i))
    ? toolCall('find_prices', { product, search: places[0], material: product ? undefined : materialOf(question) })
    : undefined;
};

/** What was spent, by job or compared with another period. */
export const spending: Rule = (question) => {
  const { has, says, days, otherDays, places } = question;
  const isInvoiceSum =
    has('invoice') && isAmount(question) && days && !has('due', 'overdue', 'open', 'owe', 'paid', 'pay', 'discount') && !says(/how many/i);
  if (!isSpending(question) && !isInvoiceSum) return undefined;
  if (has('most') && !has('job')) return { wants: 'unclear', word: 'most' };
  if (otherDays || (has('more') && places.length > 1)) {
    const other = otherDays ?? days;
    return toolCall('compare_invoices', {
      ...daysOf(question),
      otherFrom: other?.from,
      otherTo: other?.to,
      search: places[0],
      otherSearch: places[1] ?? places[0],
    });
  }
  const isWholeAccount = places.length === 0 && !has('most', 'job');
  const isWholeYear = !days || says(/\b(?:this|last) year\b/i);
  if (isWholeAccount && isWholeYear && !isInvoiceSum) return toolCall('show_spend', {});
  return toolCall('sum_invoices', { ...daysOf(question), search: searchOf(question) });
};

/** What is owed, and which discounts are available. */
export const owing: Rule = (question) => {
  const { has, says, days, places } = question;
  if (has('discount')) return toolCall('show_discounts', {});
  const isToPay = has('due') || says(/\b(?:have|has|need) to pay\b/i);
  if (has('statement')) return undefined;
  if (isToPay && days) return invoiceList(question);
  const isBalance =
    has('owe') || (isAmount(question) && has('due', 'overdue')) || says(/\b(?:what(?:'s| is) due|account (?:status|standing))\b/i);
  if (!isBalance || (has('invoice') && says(/\b(?:which|list|show|what|outstanding) .{0,80}\b(?:invoice|bill)/i))) return undefined;
  return places.length > 0 ? invoiceList(question) : toolCall('show_balance', {});
};

/** Lists payments, statements, quotes or invoices. */
export const moneyLists: Rule = (question) => {
  const { has } = question;
  if (isAboutPaying(question)) return paymentList(question);
  if (has('statement')) return statementList(question);
  if (has('quote') && question.product) return toolCall('find_prices', { product: question.product, search: question.places[0] });
  if (has('quote')) {
    // Needs all active quotes: the list shows until when each is valid, but it is sorted and filtered by the day on which they were made.
    const ends = has('ends') && !question.days;
    const status = has('inactive') ? 'inactive' : has('open', 'active') || ends ? 'active' : undefined;
    return toolCall('list_quotes', {
      count: question.count ?? (ends ? MAX_COUNT : undefined),
      ...daysOf(question),
      search: searchOf(question),
      status,
    });
  }
  if (has('invoice') || (has('due', 'overdue', 'open') && !has('truck', 'order', 'ticket', 'deliver'))) return invoiceList(question);
  return undefined;
};

function isAboutPaying({ has, says, number }: Question): boolean {
  const isOurs = says(/\b(?:did|have|has|what|when|how much) .{0,80}\b(?:we|i|us)\b.{0,80}\b(?:pay|paid)/i);
  return !number && (has('payment') || (has('paid', 'pay') && !has('invoice') && isOurs));
}

function paymentList(question: Question): Intent {
  const { has, count } = question;
  // Payments to come are not in the history.
  if (question.days && question.isToCome) return { wants: 'unclear', word: question.daysSaid[0] };
  const status = has('pending') ? 'pending' : has('failed', 'rejected') ? 'unpaid' : isAmount(question) ? 'paid' : undefined;
  return toolCall('list_payments', { count, ...daysOf(question), status });
}

function statementList(question: Question): Intent {
  const { says, count, days } = question;
  if (days && !says(/\bstatements\b/i)) return toolCall('show_statement', days);
  return toolCall('list_statements', { count, ...daysOf(question) });
}

function invoiceList(question: Question): Intent {
  const { has, days, says, count } = question;
  const sort = has('largest') ? 'largest' : has('oldest') ? 'oldest' : undefined;
  const status = invoiceStatus(question);
  const isPaidThen = has('paid', 'pay') && status === 'paid';
  return toolCall('list_invoices', {
    count: sort && count === undefined && !says(/\b(?:invoices|bills)\b/i) ? 1 : count,
    ...daysOf(question),
    dates: !days ? undefined : status === 'unpaid' && isAboutDueDates(question) ? 'due' : isPaidThen ? 'paid' : undefined,
    search: searchOf(question),
    order: has('order') ? question.number : undefined,
    status,
    sort,
  });
}

const isAboutDueDates = ({ has, says }: Question): boolean => has('due', 'overdue') || says(/\bto pay\b/i);

function invoiceStatus(question: Question): ToolInput<'list_invoices'>['status'] {
  const { has, says, days } = question;
  if (says(/\bshould have been paid\b/i) || (has('overdue') && !days)) return 'overdue';
  if (has('pending')) return 'pending';
  if (has('open', 'owe', 'due', 'overdue') || says(/\bnot (?:yet )?(?:been )?paid\b|\bto pay\b/i)) return 'unpaid';
  return has('paid') || says(/\bdid (?:we|i) pay\b/i) ? 'paid' : undefined;
}
