import type { ToolInput } from '../port.ts';
import { type Intent, type Rule, toolCall } from './intent.ts';
import { daysOf, isOne, materialOf, numberFor, type Question, searchOf } from './question.ts';

/**
 * What no answer takes into account: owners, loads on the road (they cannot be signed for), who may sign, and people named by a pronoun,
 * which does not say who is meant.
 */
const BEYOND = new RegExp(
  [
    'whose|on (?:the|its|their) (?:road|way)',
    '(?:can|may|could|should|must|will|allowed to|supposed to|(?:has|have|needs?) to) (?:also )?sign(?!-)',
    'by (?:me|my|myself|us|him|her|them|you)|(?:did|have|has|had) (?:i|he|she|they) (?:already |ever )?sign(?:ed)?|i (?:have |already )?signed|my (?:signature|sign-off)s?',
  ]
    .map((part) => `\\b(?:${part})\\b`)
    .join('|'),
  'i',
);
const OF_STATE = /\b(?:signed|unsigned|rejected) (?:\w+ )?(?:tickets?|loads?)\b/i;

/** Who signed for loads on the job, which were rejected, and which are not signed for. */
export const signOffs: Rule = (question) => {
  const { has, says, number, topic } = question;
  if (!isAboutSigning(question)) return undefined;
  const other = BEYOND.exec(question.text)?.[0];
  if (other) return { wants: 'unclear', word: other };
  // 'Were the last three loads signed?' is about other loads than 'the last three signed loads'.
  if ((question.count ?? 1) > 1 && !says(OF_STATE)) return { wants: 'unclear', word: String(question.count) };
  const order = has('order') ? numberFor(question, 'order') : topic?.kind === 'order' && !has('ticket') ? topic.number : undefined;
  if (has('order') && !order) return { wants: 'unclear', word: question.meanings.get('order') ?? 'order' };
  if (order) return listOfLoads(question, order);
  const ticket = number ?? (topic?.kind === 'ticket' ? topic.number : undefined);
  if (ticket) return toolCall('show_sign_off', { number: ticket });
  return isLatestLoad(question) ? toolCall('show_sign_off', {}) : listOfLoads(question);
};

const isReceiver = ({ has, says }: Question): boolean => has('ticket') && says(/\bwho\b.{0,40}\breceived?\b/i);

function isAboutSigning(question: Question): boolean {
  const { has, says } = question;
  // Signing in, out and up is about the portal.
  if (!has('ticket') && says(/\bsign(?:ed|ing)? ?(?:in|out|up)\b/i)) return false;
  return has('sign', 'unsigned') || (has('rejected') && has('ticket')) || isReceiver(question);
}

function listOfLoads(question: Question, order?: string): Intent {
  const { says, person } = question;
  const state = stateIn(question);
  const isSigner = state !== 'unsigned' && says(/\bby\b|\b(?:did|has) .{0,60}\b(?:sign|reject)/i);
  return toolCall('list_sign_offs', {
    count: question.count ?? (isOne(question, 'ticket|load') || says(LAST_OF_STATE) ? 1 : undefined),
    ...daysOf(question),
    dates: isSignedThen(question, state) ? 'signed' : undefined,
    search: searchOf({ ...question, person: undefined }),
    material: materialOf(question),
    order,
    state,
    delivered: !isReceiver(question) && says(/\b(?:delivered|received?|poured|got)\b/i) ? true : undefined,
    by: isSigner ? person : undefined,
  });
}

const LAST_OF_STATE = /\b(?:last|latest|newest) (?:signed|unsigned|rejected) (?:ticket|load)\b(?!s)/i;
const ASKS_ABOUT_IT = /^(?:(?:and|so|hi|hello),? )*(?:is|was|were|has|have|did|who|when|by whom|how)\b/i;

/** "Was the last load signed?" asks about that load; "the last signed load" is the latest of the signed ones. */
function isLatestLoad(question: Question): boolean {
  const { says, days } = question;
  return !days && isOne(question, 'ticket|load') && says(ASKS_ABOUT_IT) && !says(/\b(?:signed|unsigned|rejected) (?:ticket|load)/i);
}

/** A question for several states, or whether all loads are signed for, is answered with the sums of all states. */
function stateIn({ has, says }: Question): ToolInput<'list_sign_offs'>['state'] {
  const states = (['sign', 'unsigned', 'rejected'] as const).filter((state) => has(state));
  if (states.length > 1) return undefined;
  if (states[0] === 'rejected' || states[0] === 'unsigned') return states[0];
  return says(/^(?:(?:and|so|hi|hello),? )*(?:is|are|was|were|has|have)\b/i) ? undefined : 'signed';
}

/** Whether the days are those of the signature, as in "loads signed yesterday", and not of the load, as in "signed loads of yesterday". */
function isSignedThen({ text, days, daysSaid: [said] }: Question, state: ToolInput<'list_sign_offs'>['state']): boolean {
  if (!days || (state !== 'signed' && state !== 'rejected') || /^(?:of|from)\b|'s$/i.test(said)) return false;
  const at = text.toLowerCase().lastIndexOf(said.toLowerCase());
  const before = text.slice(0, at);
  if (/\b(?:of|from) (?:the )?$/i.test(before) || /^'s/.test(text.slice(at + said.length))) return false;
  return /\b(?:who|nobody|(?:tickets?|loads?|what|we|i|was|were)\b.*) ?\b(?:sign|signed|reject|rejected)\b(?! (?:tickets?|loads?)\b)/i.test(
    before,
  );
}
