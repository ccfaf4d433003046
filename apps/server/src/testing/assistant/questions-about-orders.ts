import { formatDay } from '@yardage/domain/dates';
import { formatQuantity } from '@yardage/domain/quantities';
import { sql } from '#server/database/drizzle';
import type { Expected } from './classify-answer.ts';
import { mistyped, phrasings, type Question, shortName } from './question.ts';
import type { Period, TrueQuantity, Truth } from './truth.ts';

const daysOf = ({ from, to }: Period) => [...new Set([formatDay(from), formatDay(to)])];
const amountOf = (jobs: readonly TrueQuantity[]) =>
  formatQuantity(
    jobs.reduce((sum, { quantity }) => sum + quantity, 0),
    'CY',
  );

/** Questions about orders, tickets, delivered quantities, comparisons and trucks. */
export async function questionsAboutOrders(truth: Truth): Promise<Question[]> {
  return [...(await questionsAboutOrderList(truth)), ...(await questionsAboutTickets(truth)), ...(await questionsAboutTrucks(truth))];
}

async function questionsAboutOrderList(truth: Truth): Promise<Question[]> {
  const { within, localDay, named, today } = truth;
  const periods = await truth.periods();
  const startDay = localDay(sql`o.starts_at`);
  const isToCome = sql`o.starts_at > now() and o.status_id not in (0, 9)`;
  const listOf = async (period: Period): Promise<Expected> => ({
    rows: await truth.orders(within(startDay, period)),
    says: daysOf(period),
  });
  const toCome = await truth.orders(isToCome, sql`o.starts_at, o.id`);
  const cancelled = await truth.orders(sql`o.status_id = 9`);
  const order = await truth.value<{ number: string; job: string; orderedBy: string; starts: string; left: number; ordered: number }>(
    sql`select json_build_object('number', o.order_number, 'job', o.job, 'orderedBy', o.ordered_by, 'starts', to_char(o.starts_at at time zone d.time_zone, 'MM/DD/YYYY HH24:MI'),
        'ordered', o.quantity_ordered, 'left', greatest(0, o.quantity_ordered - coalesce((select sum(t.quantity) from tickets t where t.order_id = o.id and t.status_id = 6 and ${truth.isNotRejected}), 0))) as answer
      from orders o join customers c on c.id = o.customer_id join data_sources d on d.id = c.data_source_id
      where o.customer_id = ${truth.customerId} and o.status_id in (5, 6) and o.ordered_by is not null order by o.status_id = 6 desc, o.id desc limit 1`,
  );
  const place = shortName(
    await truth.value<string>(
      sql`select o.job as answer from orders o where o.customer_id = ${truth.customerId} and ${isToCome} order by o.starts_at, o.id limit 1`,
    ),
  );
  const ofPlace = await truth.orders(sql`${named(sql`o.job`, place)} and ${startDay} <= ${today}`);
  const nextOfPlace = await truth.orders(sql`${named(sql`o.job`, place)} and ${isToCome}`, sql`o.starts_at, o.id`);
  const nextAtPlace: Expected = { rows: nextOfPlace.slice(0, 1), shown: 1, says: [place] };
  const recent = await truth.orders(sql`${startDay} <= ${today}`);
  const ofPerson = await truth.orders(sql`o.ordered_by = ${order.orderedBy} and ${startDay} <= ${today}`);
  const ofProduct = await truth.orders(
    sql`exists (select from products p where p.id = o.product_id and p.number = '8000SC') and ${startDay} <= ${today}`,
  );
  const named1: Expected = { says: [`Order ${order.number} for ${order.job}`] };

  return [
    ...phrasings(await listOf(periods.today), ['What orders do we have today?', "today's orders", 'orders today']),
    ...phrasings(await listOf(periods.today), ['orders today'], 'field'),
    ...phrasings(await listOf(periods.tomorrow), [
      'what is scheduled for tomorrow?',
      'orders tomorow',
      "tomorrow's pours",
      'how many yards are we pouring tomorrow?',
    ]),
    ...phrasings(await listOf(periods.tomorrow), ['orders for tomorrow'], 'field'),
    ...phrasings(await listOf(periods.thisWeek), ['orders this week', 'how many orders do we have this week?']),
    ...phrasings(await listOf(periods.nextWeek), ['orders next week', 'what is booked for next week?']),
    ...phrasings(await listOf(periods.lastWeek), ['show ordres from last week', 'how many pours did we have last week']),
    ...phrasings({ rows: recent }, ['show my recent orders', 'my orders']),
    ...phrasings({ rows: recent.slice(0, 3), shown: 3 }, ['last three orders']),
    ...phrasings({ rows: toCome.slice(0, 5) }, ['upcoming orders', 'what orders are coming up?']),
    ...phrasings({ rows: toCome.slice(0, 1), shown: 1 }, ['what is our next order?', 'when is our next pour']),
    ...phrasings(nextAtPlace, [
      `next order for ${place}`,
      `When is the next pour at ${place}?`,
      `next pour at ${mistyped(place).toLowerCase()}`,
    ]),
    ...phrasings(nextAtPlace, [`when is the next delivery scheduled at ${place}?`], 'field'),
    ...phrasings({ rows: ofPlace, says: [place] }, [`orders for ${place}`, `show orders at ${place.toLowerCase()}`]),
    ...phrasings({ rows: cancelled, says: [/cancelled/i] }, ['cancelled orders', 'which orders were canceled?']),
    ...phrasings(named1, [
      `status of order ${order.number}`,
      `how is order ${order.number} going?`,
      `staus of ordr ${order.number}`,
      `order #${order.number}`,
    ]),
    ...phrasings(named1, [`status of order ${order.number}`, `where is order ${order.number}`], 'field'),
    ...phrasings({ says: [order.number, order.starts] }, [`when does order ${order.number} start?`]),
    ...phrasings({ says: [order.number, formatQuantity(order.left, 'CY')] }, [
      `how much is left on order ${order.number}?`,
      `how many yards are still to come on order ${order.number}`,
    ]),
    ...phrasings({ says: [order.number, order.orderedBy] }, [`who ordered ${order.number}?`, `who placed order ${order.number}?`]),
    ...phrasings({ rows: ofPerson, says: [order.orderedBy] }, [
      `orders placed by ${order.orderedBy}`,
      `what did ${order.orderedBy} order?`,
    ]),
    ...phrasings({ rows: ofProduct, says: ['8000SC'] }, ['orders with 8000SC', 'which orders had 8000sc?']),
    ...phrasings({ says: ['I found no order 99999999'] }, ['order 99999999']),
    ...phrasings({ refuses: 'permission' }, ['orders today', `status of order ${order.number}`, 'where are my trucks'], 'payables'),
  ];
}

async function questionsAboutTickets(truth: Truth): Promise<Question[]> {
  const { within, localDay, named } = truth;
  const periods = await truth.periods();
  const day = localDay(sql`t.ticketed_at`);
  const listOf = async (period: Period): Promise<Expected> => ({ rows: await truth.tickets(within(day, period)), says: daysOf(period) });
  const [lastMonth, lastWeek, thisMonth, thisYear] = (await Promise.all(
    [periods.lastMonth, periods.lastWeek, periods.thisMonth, periods.thisYear].map((period) => truth.delivered(period)),
  )) as [TrueQuantity[], TrueQuantity[], TrueQuantity[], TrueQuantity[]];
  const [most] = lastMonth;
  const place = shortName(most?.job ?? '');
  const ofPlace = await truth.delivered(periods.lastMonth, named(sql`o.job`, place));
  const second = lastMonth.find(({ job }) => shortName(job) !== place);
  const ticket = await truth.value<{ number: string; order: string; driver: string; truck: string; quantity: number }>(
    sql`select json_build_object('number', t.ticket_number, 'order', o.order_number, 'driver', t.driver_name, 'truck', tr.number, 'quantity', t.quantity) as answer
      from tickets t join orders o on o.id = t.order_id join trucks tr on tr.id = t.truck_id
      where t.customer_id = ${truth.customerId} and t.status_id = 6 order by t.ticketed_at desc, t.id desc limit 1`,
  );
  const ofOrder = await truth.tickets(sql`o.order_number = ${ticket.order}`);
  const received = (jobs: readonly TrueQuantity[], period: Period, ...says: string[]): Expected =>
    jobs.length === 0 ? { rows: [], says: daysOf(period) } : { says: [amountOf(jobs), ...daysOf(period), ...says] };
  const loads = (jobs: readonly TrueQuantity[]) => `${jobs.reduce((sum, job) => sum + job.loads, 0)} load`;
  const compared: Expected = {
    says: [
      amountOf(lastMonth),
      thisMonth.length > 0 ? amountOf(thisMonth) : /nothing|\b0 CY\b/,
      ...daysOf(periods.lastMonth),
      formatDay(periods.thisMonth.from),
    ],
  };

  return [
    ...phrasings(await listOf(periods.yesterday), ['tickets of yesterday', "yesterday's tickets"]),
    ...phrasings(await listOf(periods.today), ['how many tickets do we have today?', "show today's tickets"]),
    ...phrasings(await listOf(periods.lastWeek), ['tickets from last week', 'tikets last week']),
    ...phrasings(await listOf(periods.lastWeek), ['tickets from last week'], 'field'),
    ...phrasings({ rows: ofOrder, says: [ticket.order] }, [
      `tickets for order ${ticket.order}`,
      `how many tickets does order ${ticket.order} have?`,
    ]),
    ...phrasings({ says: [`Ticket ${ticket.number}`, formatQuantity(ticket.quantity, 'CY')] }, [
      `ticket ${ticket.number}`,
      `how much was on ticket ${ticket.number}?`,
    ]),
    ...phrasings({ says: [`Ticket ${ticket.number}`, ticket.driver] }, [`who drove ticket ${ticket.number}?`]),
    ...phrasings(
      { says: [`Ticket ${ticket.number}`, ticket.truck], not: /\$\d/ },
      [`which truck brought ticket ${ticket.number}?`],
      'field',
    ),
    ...phrasings(received(lastMonth, periods.lastMonth), [
      'How much concrete did we get last month?',
      'total yards last month',
      'how many yards were delivered last month?',
      'concreet delivered last month, how much?',
    ]),
    ...phrasings(received(lastMonth, periods.lastMonth), ['how much concrete did we get last month?'], 'field'),
    ...phrasings(lastWeek.length === 0 ? { rows: [] } : { says: [loads(lastWeek), ...daysOf(periods.lastWeek)] }, [
      'how many loads did we receive last week?',
    ]),
    ...phrasings(received(thisYear, periods.thisYear), ['total yards this year']),
    ...phrasings(received(ofPlace, periods.lastMonth, place), [
      `how much concrete did ${place} get last month?`,
      `how many yards went to ${place.toLowerCase()} last month`,
      `yards poured at ${mistyped(place)} last month, total`,
    ]),
    ...phrasings({ says: [most?.job ?? '', formatQuantity(most?.quantity, 'CY'), ...daysOf(periods.lastMonth)] }, [
      'which job got the most concrete last month?',
      'What job had the most yards last month?',
      'job with most deliveries last month',
    ]),
    ...phrasings(compared, [
      'did we get more concrete this month than last month?',
      "compare this month's deliveries with last month's",
      'how much concrete this month vs last month',
    ]),
    ...phrasings({ says: [formatQuantity(second?.quantity, 'CY'), amountOf(ofPlace), place, shortName(second?.job ?? '')] }, [
      `did ${place} get more concrete than ${shortName(second?.job ?? '')} last month?`,
    ]),
    ...phrasings({ rows: [] }, [`how much gravel did we get last month?`]),
  ];
}

async function questionsAboutTrucks(truth: Truth): Promise<Question[]> {
  const { named } = truth;
  const all = await truth.loadsUnderWay();
  const coming = all.filter(({ statusId }) => statusId < 4);
  const place = shortName(coming[0]?.job ?? all[0]?.job ?? '');
  const atPlace = await truth.loadsUnderWay(named(sql`o.job`, place));
  const idleJobs = await truth.rows<{ job: string }>(sql`select distinct o.job from orders o where o.customer_id = ${truth.customerId}`);
  const idle = shortName(idleJobs.find(({ job }) => all.every((load) => shortName(load.job) !== shortName(job)))?.job ?? '');
  const onTheRoad = all.filter(({ statusId }) => statusId === 3).length;
  const next: Expected = {
    rows: atPlace.map(({ number }) => number),
    shown: 10,
    isAnyOrder: true,
    says: [place, /Truck \d+ is (?:expected at \d\d:\d\d|due now)/],
  };
  const everywhere: Expected = { rows: all.map(({ number }) => number), shown: 10, isAnyOrder: true, says: [`${all.length} truck`] };
  const [load] = coming;

  return [
    ...phrasings(everywhere, [
      'where are my trucks?',
      'show the trucks',
      'how many trucks are under way?',
      'where are the truks right now',
    ]),
    ...phrasings(everywhere, ['where are my trucks?'], 'field'),
    ...phrasings({ says: [`${onTheRoad} on the road`] }, ['how many trucks are on the road?']),
    ...phrasings(next, [
      `next truck at ${place}`,
      `When does the next truck get to ${place}?`,
      `when is the next truck at ${mistyped(place).toLowerCase()}`,
      `eta for ${place}`,
      `trucks for ${place}`,
    ]),
    ...phrasings(next, [`next truck at ${place}`, `when will the next truck be at ${place.toLowerCase()}?`], 'field'),
    ...phrasings({ rows: [], says: [idle] }, [`next truck at ${idle}`, `is there a truck on the way to ${idle}?`]),
    ...phrasings({ says: [`Ticket ${load?.number}`] }, [`where is ticket ${load?.number}`]),
    ...phrasings({ rows: [load?.number ?? ''], shown: 1, says: [load?.truck ?? ''] }, [`where is truck ${load?.truck}?`]),
    ...phrasings({ rows: [load?.number ?? ''], shown: 1, says: [load?.driver ?? ''] }, [`where is ${load?.driver}?`]),
  ];
}
