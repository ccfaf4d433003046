import { formatDateMinute, formatDay } from '@yardage/domain/dates';
import { type SQL, sql } from '#server/database/drizzle';
import { SIGNERS } from './add-sign-offs.ts';
import type { Expected } from './classify-answer.ts';
import { phrasings, type Question, shortName } from './question.ts';
import type { Period, Truth } from './truth.ts';

/** A ticket with the last entry about its load. */
interface TrueSignOff {
  number: string;
  order: string;
  job: string;
  by: string;
  at: string;
}

const daysOf = ({ from, to }: Period) => [...new Set([formatDay(from), formatDay(to)])];

/** Questions about who signed for loads on the job, and which loads are not signed for. */
export async function questionsAboutSignOffs(truth: Truth, timeZone: string): Promise<Question[]> {
  const { within, localDay, named, customerId } = truth;
  const { today, yesterday, thisWeek, lastWeek } = await truth.periods();
  const last = (column: SQL) => sql`(select ${column} from ticket_sign_offs s where s.ticket_id = t.id order by s.id desc limit 1)`;
  const isSigned = sql`not ${last(sql`s.is_rejected`)}`;
  const isRejected = last(sql`s.is_rejected`);
  const isUnsigned = sql`(t.status_id >= 4 and not t.is_cancelled and ${last(sql`s.id`)} is null)`;
  const ticketed = (period: Period) => within(localDay(sql`t.ticketed_at`), period);
  const signed = (period: Period) => within(localDay(last(sql`s.signed_at`)), period);
  const ticketOf = async (condition: SQL): Promise<TrueSignOff> => {
    const [found] =
      await truth.rows<TrueSignOff>(sql`select t.ticket_number as number, o.order_number as order, o.job, ${last(sql`s.received_by`)} as by,
        ${last(sql`s.signed_at`)} as at from tickets t join orders o on o.id = t.order_id
      where t.customer_id = ${customerId} and ${condition} order by t.ticketed_at desc, t.id desc limit 1`);
    return found ?? { number: '', order: '', job: '', by: '', at: '' };
  };
  const listOf = async (condition: SQL, ...says: string[]): Promise<Expected> => ({ rows: await truth.tickets(condition), says });
  const isCorrected = sql`(select count(*) from ticket_sign_offs s where s.ticket_id = t.id) > 1`;

  const one = await ticketOf(sql`${isSigned} and not ${isCorrected}`);
  const corrected = await ticketOf(sql`${isSigned} and ${isCorrected}`);
  const rejected = await ticketOf(isRejected);
  const unsigned = await ticketOf(isUnsigned);
  const coming = await ticketOf(sql`t.status_id < 4 and not t.is_cancelled and t.ticketed_at > now() - interval '24 hours'`);
  const place = shortName(one.job);
  const atPlace = named(sql`o.job`, place);
  const ofOrder = sql`o.order_number = ${unsigned.order}`;
  const sumOfOrder = async (condition: SQL) => (await truth.tickets(sql`${ofOrder} and ${condition}`)).length;
  const sums = `${await sumOfOrder(isSigned)} signed, ${await sumOfOrder(isRejected)} rejected, ${await sumOfOrder(isUnsigned)} not signed yet`;
  const arrived = await truth.tickets(sql`${ofOrder} and (${isUnsigned} or ${last(sql`s.id`)} is not null)`);

  const signedBy: Expected = {
    says: [`Ticket ${one.number} was signed for by ${one.by} on ${formatDateMinute(one.at, timeZone)}`],
    not: /rejected/i,
  };
  const nobody: Expected = { says: [`Nobody has signed for ticket ${unsigned.number} yet`] };
  const unsignedToday = await listOf(sql`${isUnsigned} and ${ticketed(today)}`, ...daysOf(today));
  const unsignedOfOrder = await listOf(sql`${isUnsigned} and ${ofOrder}`, unsigned.order);
  const signedAtPlace = await listOf(sql`${isSigned} and ${ticketed(today)} and ${atPlace}`, place, ...daysOf(today));
  return [
    ...phrasings(signedBy, [
      `who signed for ticket ${one.number}`,
      `was ticket ${one.number} signed?`,
      `Has anybody signed ticket ${one.number} yet?`,
      `when was load ${one.number} signed for?`,
      `who singed for tikcet ${one.number}`,
    ]),
    ...phrasings(signedBy, [`who signed for ticket ${one.number}`], 'field'),
    ...phrasings(nobody, [`who signed for ticket ${unsigned.number}`, `was ticket ${unsigned.number} signed?`]),
    ...phrasings({ says: [`Ticket ${corrected.number} was signed for by ${corrected.by}`, 'corrects an earlier one: “Rejected: Slump”'] }, [
      `who signed for ticket ${corrected.number}`,
      `was ticket ${corrected.number} rejected?`,
    ]),
    ...phrasings({ says: [`The load of ticket ${rejected.number} was rejected by ${rejected.by}`, 'Slump'] }, [
      `was ticket ${rejected.number} signed?`,
      `why was ticket ${rejected.number} rejected?`,
    ]),
    ...(coming.number
      ? phrasings({ says: [`Nobody has signed for ticket ${coming.number}: it is at`] }, [`was ticket ${coming.number} signed?`])
      : []),
    ...phrasings({ says: ['I found no ticket 99999999'] }, ['who signed for ticket 99999999']),
    ...phrasings(unsignedToday, [
      'which loads of today are not signed yet',
      'unsigned loads today',
      "which of today's tickets have no signature?",
    ]),
    ...phrasings(unsignedToday, ['which loads of today are not signed yet'], 'field'),
    ...phrasings(await listOf(sql`${isUnsigned} and ${ticketed(yesterday)}`, ...daysOf(yesterday)), [
      "which of yesterday's loads are unsigned?",
    ]),
    ...phrasings(unsignedOfOrder, [
      `which loads of order ${unsigned.order} are not signed yet`,
      `unsigned tickets of order ${unsigned.order}`,
    ]),
    ...phrasings(signedAtPlace, [`signed loads at ${place} today`]),
    ...phrasings(await listOf(sql`${isSigned} and ${ticketed(yesterday)} and ${atPlace}`, place, ...daysOf(yesterday)), [
      `signed loads of yesterday at ${place}`,
      `who signed for yesterday's loads at ${place}?`,
    ]),
    ...phrasings(await listOf(sql`${isSigned} and ${ticketed(lastWeek)}`, ...daysOf(lastWeek)), ['signed loads of last week']),
    ...phrasings(await listOf(sql`${isSigned} and ${signed(yesterday)}`, ...daysOf(yesterday)), ['which loads were signed yesterday?']),
    ...phrasings(await listOf(sql`${isRejected} and ${signed(thisWeek)}`, ...daysOf(thisWeek)), ['which loads were rejected this week?']),
    ...phrasings(await listOf(sql`${isSigned} and ${signed(lastWeek)} and ${last(sql`s.received_by`)} = ${SIGNERS[1]}`, SIGNERS[1]), [
      `loads signed by ${SIGNERS[1]} last week`,
    ]),
    ...phrasings({ rows: arrived, says: [sums] }, [`are all loads of order ${unsigned.order} signed?`]),
    ...phrasings({ refuses: 'action', link: '/tickets?details=' }, [
      `sign for ticket ${unsigned.number}`,
      `reject load ${unsigned.number}`,
    ]),
    ...phrasings(
      { refuses: 'permission' },
      [
        `who signed for ticket ${one.number}`,
        'which loads of today are not signed yet',
        `which loads of order ${unsigned.order} are not signed yet`,
      ],
      'payables',
    ),
    ...phrasings({ refuses: 'company' }, ['unsigned loads of Ollerton', 'who signed for the loads of Hollis & Pryor?']),
    ...phrasings({ refuses: 'unknown' }, [
      `who did not sign for ticket ${one.number}?`,
      'how many yards were signed for today?',
      'which loads on the road are not signed?',
      'which orders are not signed?',
      `unsigned loads of truck ${one.number}`,
      'average signed loads per day',
    ]),
  ];
}
