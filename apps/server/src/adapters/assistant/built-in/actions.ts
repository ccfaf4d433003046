import type { Action, ToolInput } from '../port.ts';
import { input, type Question, type Topic } from './question.ts';

/** Patterns for what precedes the verb of a request: "please", "can you", "I want to", "how do I". */
const OPENING = `^(?:(?:please|pls|hi|hello|hey|ok|okay|so|and|then|now|just|kindly)[ ,!.]+)*`;
const ASKING = `(?:(?:(?:can|could|would|will) (?:you|we|i|u)|(?:i|we)(?:'d| would)? (?:like|want|need|have|intent) (?:you )?to|(?:i am|i'm|we are|we're) trying to|let's|go ahead and|help me(?: to)?|(?:how|where) (?:can|do|could) (?:i|we)) )`;
const MATERIAL = `(?:yards?|cy|cubic|tons?|loads?|blocks?|concrete|cement|gravel|stone|sand|mud|trucks?)`;

const request = (verbs: string): RegExp => new RegExp(`${OPENING}${ASKING}?(?:please |just )?(?:${verbs})\\b`, 'i');

/** The first pattern that matches wins. If `about` is given, the question must have one of these meanings. */
const REQUESTS: readonly { pattern: RegExp; about?: readonly string[]; action: Action }[] = [
  { pattern: /\b(?:a refund|money back|(?:give|issue|owe) (?:us|me) (?:a )?credit)\b/i, action: 'refund' },
  { pattern: request('dispute|contest'), action: 'dispute' },
  {
    pattern: request('sign(?!-)(?: off on)?(?: for)?|reject|correct'),
    about: ['ticket', 'sign', 'number', 'order', 'deliver', 'it'],
    action: 'sign',
  },
  {
    pattern:
      /^(?!(?:which|what|is|are|was|were|why|how|who|do|does|show|list)\b).*\b(?:is|are|looks?|seems?) (?:wrong|incorrect|too high)\b/i,
    about: ['invoice'],
    action: 'dispute',
  },
  { pattern: request('refund|reimburse|report|complain'), action: 'refund' },
  {
    pattern: new RegExp(`${request('stop|turn off|cancel|disable|change').source}.*\\b(?:auto-?pay|scheduled payments?)\\b`, 'i'),
    action: 'schedule',
  },
  {
    pattern: new RegExp(
      `${request('add|create|invite|delete|remove|disable|block|approve|set up').source}.*\\b(?:users?|members?|logins?|colleague|account)\\b`,
      'i',
    ),
    action: 'members',
  },
  { pattern: request('cancel|delete|remove|void|call off'), action: 'cancel' },
  {
    pattern: request(
      'change|move|reschedule|push|postpone|delay|bump|hold|stop|update|edit|modify|increase|decrease|reduce|add|split|swap',
    ),
    about: ['order', 'ticket', 'yard', 'truck', 'deliver', 'number'],
    action: 'change',
  },
  { pattern: request('change|update|edit|modify|reset'), action: 'support' },
  {
    pattern: request('(?:send|e-?mail|mail|text|print|download|fax|forward|share|export)(?! (?:of|for|address))'),
    about: ['order', 'ticket', 'invoice', 'payment', 'statement', 'quote', 'number'],
    action: 'send',
  },
  {
    pattern: request('(?:set up|schedule|plan) (?:a |the |my )?(?:auto)?payments?|(?:set up|turn on|enable|start|use) auto-?pay'),
    action: 'schedule',
  },
  { pattern: request('(?:make|submit) (?:a |the |my )?payments?'), action: 'pay' },
  { pattern: request('pay(?! (?:history|status))|settle'), action: 'pay' },
  {
    pattern: request(
      `(?:reorder|repeat my)|(?:place|book|schedule|make|create|submit|put in|start) (?:a |an |another |the |my |new |some )*(?:orders?|pours?|deliver(?:y|ies)|bookings?|${MATERIAL})`,
    ),
    action: 'order',
  },
  { pattern: new RegExp(`${OPENING}${ASKING}(?:please )?order\\b`, 'i'), action: 'order' },
  {
    pattern: new RegExp(
      `${OPENING}order (?:me |us )?(?:some|more|another|a |an |${MATERIAL}|\\d+(?:\\.\\d+)? ?(?:more )?${MATERIAL})`,
      'i',
    ),
    action: 'order',
  },
  { pattern: new RegExp(`${OPENING}(?:i|we)(?:'d| would)? (?:need|want|like) (?:\\S+ ){0,3}${MATERIAL}\\b`, 'i'), action: 'order' },
  { pattern: request('tell|ask|let|call|text|message|notify|remind|hurry'), about: ['driver', 'person', 'truck'], action: 'tell' },
];

const KINDS: readonly Topic['kind'][] = ['invoice', 'ticket', 'statement', 'payment', 'quote', 'order'];

/** Returns the action that a question asks for; undefined if it asks for information. */
export function actionIn(question: Question): { tool: 'explain_action'; input: ToolInput<'explain_action'> } | undefined {
  const { has, number, text } = question;
  const isAbout = (meanings: readonly string[]) => has(...meanings) || (meanings.includes('number') && number !== undefined);
  const found = REQUESTS.find(({ pattern, about }) => pattern.test(text) && (!about || isAbout(about)));
  if (!found) return undefined;
  const kind = KINDS.find((candidate) => has(candidate));
  return { tool: 'explain_action', input: input<ToolInput<'explain_action'>>({ action: found.action, kind, number }) };
}
