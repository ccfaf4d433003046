import type { ToolCall, ToolName } from '../port.ts';
import type { Intent } from './intent.ts';
import type { Question } from './question.ts';

/** Meanings that do not change which records are meant. */
const NEUTRAL = 'where status much it recent last hello thanks help talk account job';
/** The meanings that each tool covers. A tool does not answer a question with any other meaning. */
const COVERED_MEANINGS: Readonly<Record<ToolName, string>> = {
  list_orders: 'order po next deliver yard arrive cancel cancelled willCall onHold concrete aggregate block',
  show_order:
    'order ticket truck track arrive deliver yard concrete aggregate block next cancelled willCall onHold left stage plant po address',
  list_tickets: 'ticket order deliver yard concrete aggregate block',
  show_ticket: 'ticket truck track arrive driver deliver yard order concrete aggregate block stage address',
  show_sign_off: 'ticket sign unsigned rejected corrected deliver',
  list_sign_offs: 'ticket sign unsigned rejected deliver order concrete aggregate block',
  sum_deliveries: 'deliver yard concrete aggregate block ticket most',
  compare_deliveries: 'deliver yard concrete aggregate block ticket more',
  list_invoices: 'invoice open paid due overdue pending owe pay order largest oldest',
  show_invoice: 'invoice paid pay payment due overdue owe open order pending discount',
  sum_invoices: 'invoice spend price most',
  compare_invoices: 'invoice spend price more',
  show_balance: 'owe due overdue open',
  show_discounts: 'discount pay invoice open ends',
  show_spend: 'spend',
  list_payments: 'payment pay paid pending failed rejected',
  show_payment: 'payment pay paid pending failed rejected',
  list_statements: 'statement',
  show_statement: 'statement owe',
  list_quotes: 'quote open active inactive ends',
  show_quote: 'quote open active inactive price ends',
  find_prices: 'price yard quote pay concrete aggregate block',
  list_trucks: 'truck track arrive driver next deliver concrete aggregate block order',
  show_contacts: 'contact call sales manager regional person address',
  find_record: 'pay paid due owe truck track arrive order',
  explain_action: '',
  explain_scope: '',
};
/** Tools whose search finds records by product, and those whose search finds them by person. */
const TOOLS_WITH_PRODUCT = new Set<ToolName>(['list_orders', 'sum_deliveries', 'compare_deliveries', 'find_prices']);
const TOOLS_WITH_PERSON = new Set<ToolName>(['list_orders', 'list_trucks', 'list_quotes', 'list_sign_offs', 'show_contacts']);
/** Tools whose answer names people. */
const TOOLS_ABOUT_PEOPLE = new Set<ToolName>([
  'show_contacts',
  'show_order',
  'show_ticket',
  'show_sign_off',
  'list_sign_offs',
  'list_trucks',
  'find_record',
]);
const KIND_NAMES = 'orders|pours|tickets|invoices|bills|payments|statements|quotes';
const TWO_KINDS = new RegExp(`\\b(?:${KIND_NAMES})\\b(?: and|,? or|,) (?:my |our |the )?(${KIND_NAMES})\\b`, 'i');

/** Tools about the present, which also answer questions about "today". */
const TOOLS_ABOUT_TODAY = new Set<ToolName>(['list_trucks', 'show_balance', 'show_discounts', 'show_order', 'show_ticket']);

/**
 * Returns the call if it covers every part of the question. Otherwise explains that a name is not on this account, or names the part that
 * the call ignores.
 */
export function checkCoverage(question: Question, call: ToolCall, today: string): Intent {
  if (call.tool === 'explain_action') return call;
  const { unknown, otherCustomer, meanings } = question;
  const otherName = otherCustomer ?? (question.has('customer') ? question.number : undefined) ?? unknown;
  if (otherName) return { tool: 'explain_scope', input: { name: otherName.slice(0, 100) } };
  const taken = new Set(`${NEUTRAL} ${COVERED_MEANINGS[call.tool]}`.split(' '));
  const ignored = [...meanings].find(([meaning]) => !taken.has(meaning))?.[1];
  const left = ignored ?? wordsLeft(question, call.tool) ?? uncoveredPart(question, call, today);
  return left ? { wants: 'unclear', word: left } : call;
}

/** Returns a word that asks for more or for something else than the tool finds, or undefined if there is none. */
function wordsLeft({ text, product, person }: Question, tool: ToolName): string | undefined {
  if (product && !TOOLS_WITH_PRODUCT.has(tool)) return product;
  if (person && !TOOLS_WITH_PERSON.has(tool)) return person;
  const who = /^(?:and |so |hi |hello )?(who|whose|whom)\b/i.exec(text)?.[1];
  if (who && !TOOLS_ABOUT_PEOPLE.has(tool)) return who;
  return TWO_KINDS.exec(text)?.[1];
}

/** Returns a part of the question that is in no argument of the call, or undefined if there is none. */
function uncoveredPart(question: Question, { tool, input }: ToolCall, today: string): string | undefined {
  const given = input as Readonly<Record<string, unknown>>;
  const values = Object.values(given).map(String);
  const isTaken = (part: string) => values.some((value) => value.includes(part));
  const { days, otherDays, daysSaid, number, otherNumber, places, product, person } = question;
  const isOneRecord = given.number !== undefined;
  const isOfToday = days?.from === today && days.to === today && TOOLS_ABOUT_TODAY.has(tool);
  // The days of a list of quotes are those on which they were made, not those on which they end.
  if (days && tool === 'list_quotes' && question.has('ends')) return daysSaid[0];
  if (days && !given.from && !given.to && !isOneRecord && !isOfToday && tool !== 'show_spend') return daysSaid[0];
  if (otherDays && !given.otherFrom) return daysSaid[1];
  if (otherNumber) return otherNumber;
  if (number && !isTaken(number)) return number;
  return isOneRecord ? undefined : [...places, product, person].find((name) => name !== undefined && !isTaken(name));
}
