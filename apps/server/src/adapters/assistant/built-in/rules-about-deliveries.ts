import { type Intent, type Rule, showRecord, toolCall } from './intent.ts';
import { daysOf, isOne, materialOf, numberFor, type Question, searchOf } from './question.ts';

const isAmount = ({ says }: Question) => says(/\bhow (?:much|many)\b|\btotal\b|\bquantity\b|\bvolume\b/i);
const isMaterial = ({ has, says, product }: Question) =>
  has('concrete', 'aggregate', 'block', 'yard') ||
  (product !== undefined && says(/\b(?:get|got|receive|received)\b/i)) ||
  (has('deliver') && !has('ticket', 'order')) ||
  says(/\bloads\b/i);
const isAboutMoney = ({ has, says }: Question) =>
  has('owe', 'spend', 'discount', 'pay', 'payment', 'price', 'invoice') || says(/\bdollars?\b/i);

/** Compares the deliveries of two periods or two jobs. */
export const comparedDeliveries: Rule = (question) => {
  const { has, days, otherDays, places } = question;
  if (isAboutMoney(question) || !isMaterial(question) || !has('more') || (!otherDays && places.length < 2)) return undefined;
  const other = otherDays ? { otherFrom: otherDays.from, otherTo: otherDays.to } : {};
  const sameDays = otherDays ? {} : { otherFrom: days?.from, otherTo: days?.to };
  return toolCall('compare_deliveries', {
    ...daysOf(question),
    ...other,
    ...sameDays,
    search: places[0],
    otherSearch: places[1] ?? places[0],
    material: materialOf(question),
  });
};

/** How much was delivered, and which job got the most. */
export const deliveredSum: Rule = (question) => {
  const { has, says } = question;
  const isWanted = isAmount(question) || has('most') || says(/\b(?:was|were|did|have|has|what) .{0,80}\b(?:delivered|received)\b/i);
  if (has('most') && !has('job', 'where')) return { wants: 'unclear', word: 'most' };
  // Ordered or booked quantities are not delivered quantities.
  if (!isWanted || !isMaterial(question) || isAboutMoney(question) || question.number || has('left', 'order')) return undefined;
  const asked = { ...daysOf(question), search: searchOf(question), material: materialOf(question) };
  return question.days && question.isToCome ? toolCall('list_orders', asked) : toolCall('sum_deliveries', asked);
};

/** Where the trucks are, and when they arrive. */
export const tracking: Rule = (question) => {
  const { has, says, currentRecord, number } = question;
  if (!isAboutTrucks(question)) return undefined;
  if (has('ticket') && (number || !currentRecord)) return showRecord('ticket', numberFor(question, 'ticket'));
  const search = number ? says(/\b(?:truck|mixer) #?\d/i) && number : searchOf(question);
  return search ? toolCall('list_trucks', { search }) : trackedRecord(question);
};

/** Selects the trucks of the order or ticket that is meant, of the latest order, or all of them. */
function trackedRecord(question: Question): Intent | undefined {
  const { has, says, topic, currentRecord } = question;
  const isAboutAll = says(/\btrucks\b/i);
  const about = topic ?? (isAboutAll ? undefined : currentRecord);
  const order = numberFor(question, 'order') ?? (about?.kind === 'order' ? about.number : undefined);
  if (order) return has('order') || about ? showRecord('order', order) : toolCall('find_record', { number: order });
  if (about?.kind === 'ticket') return showRecord('ticket', about.number);
  if (has('left') || ((question.days || has('next')) && !has('truck', 'driver'))) return undefined;
  const isLatestOrder = isOne(question, 'order|pour|delivery') || (has('order', 'deliver') && !isAboutAll && !says(/\borders\b/i));
  return isLatestOrder ? showRecord('order') : toolCall('list_trucks', {});
}

function isAboutTrucks({ has, says, person }: Question): boolean {
  if (has('truck', 'track', 'driver')) return true;
  if (has('invoice', 'payment', 'statement', 'quote', 'owe')) return false;
  if (person && has('where')) return true;
  if (says(/\bcoming up\b/i)) return false;
  const isOnTheWay = has('arrive') || says(/\b(?:on (?:the|its|their) way|how far|running late)\b/i);
  return isOnTheWay || (has('where') && has('order', 'ticket', 'deliver', 'concrete', 'it'));
}

/** Lists orders or tickets. */
export function orderLists(question: Question): Intent | undefined {
  const { has, says, days, count } = question;
  const order = has('ticket') ? question.number : undefined;
  if (has('ticket')) {
    return toolCall('list_tickets', { count, ...daysOf(question), search: searchOf(question), material: materialOf(question), order });
  }
  const isMaterialSoon = has('concrete', 'aggregate', 'block') && (days || has('next'));
  if (!has('order', 'deliver', 'cancelled', 'cancel', 'willCall', 'onHold') && !isMaterialSoon && !(has('next') && days)) return undefined;
  if (says(/\bwho\b/i)) return { wants: 'unclear', word: 'who' };
  const isUpcoming = !days && (has('next') || says(/\bcoming(?: up)?\b|\bwill\b/i));
  const isSingle = isUpcoming && count === undefined && !says(/\b(?:orders|pours|deliveries|upcoming)\b/i);
  return toolCall('list_orders', {
    count: isSingle ? 1 : count,
    ...daysOf(question),
    search: searchOf(question),
    material: materialOf(question),
    when: isUpcoming ? 'upcoming' : undefined,
    status: has('cancelled', 'cancel') ? 'cancelled' : has('willCall') ? 'willCall' : has('onHold') ? 'onHold' : undefined,
  });
}
