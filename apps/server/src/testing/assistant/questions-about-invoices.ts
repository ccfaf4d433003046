import { formatDay } from '@yardage/domain/dates';
import { formatMoney } from '@yardage/domain/money';
import { sql } from '#server/database/drizzle';
import type { Expected } from './classify-answer.ts';
import { mistyped, phrasings, type Question, shortName } from './question.ts';
import type { Period, TrueInvoice, Truth } from './truth.ts';

const numbersOf = (invoices: readonly TrueInvoice[]) => invoices.map(({ number }) => number);
const sumOf = (invoices: readonly TrueInvoice[], field: 'openCents' | 'totalCents') =>
  formatMoney(invoices.reduce((sum, invoice) => sum + invoice[field], 0));
const daysOf = ({ from, to }: Period) => [...new Set([formatDay(from), formatDay(to)])];

/** Questions about due, overdue, dated, paid and open invoices, a single invoice, and the amount owed. */
export async function questionsAboutInvoices(truth: Truth): Promise<Question[]> {
  const { isUnpaid, within, named, today } = truth;
  const periods = await truth.periods();
  const byDueDate = sql`i.due_date, i.id`;
  const due = async (period: Period): Promise<Expected> => {
    const invoices = await truth.invoices(sql`${isUnpaid} and ${within(sql`i.due_date`, period)}`, byDueDate);
    return { rows: numbersOf(invoices), says: [/\bdue\b/i, ...daysOf(period)] };
  };
  const dueSum = async (period: Period): Promise<Expected> => {
    const invoices = await truth.invoices(sql`${isUnpaid} and ${within(sql`i.due_date`, period)}`, byDueDate);
    return invoices.length === 0
      ? { rows: [], says: [/\bdue\b/i, ...daysOf(period)] }
      : { says: [sumOf(invoices, 'openCents'), ...daysOf(period)] };
  };
  const dated = async (period: Period): Promise<Expected> => ({
    rows: numbersOf(await truth.invoices(within(sql`i.document_date`, period))),
    says: daysOf(period),
  });
  const unpaid = await truth.invoices(isUnpaid);
  // Also those with a payment under way: they are owed until it settles.
  const overdue = await truth.invoices(sql`i.paid_cents < i.total_cents and i.due_date < ${today}`, byDueDate);
  const paidLastMonth = await truth.invoices(
    sql`i.paid_cents >= i.total_cents and ${within(sql`i.paid_on`, periods.lastMonth)}`,
    sql`i.document_date desc, i.id desc`,
  );
  const pending = await truth.invoices(sql`i.paid_cents < i.total_cents and not (${isUnpaid})`);
  const [openInvoice] = unpaid;
  const [paidInvoice] = await truth.invoices(sql`i.paid_cents >= i.total_cents and o.job is not null`);
  const ofJob = openInvoice?.job ?? '';
  const place = shortName(ofJob);
  const jobInvoices = await truth.invoices(named(sql`o.job`, place));
  const jobUnpaid = await truth.invoices(sql`${isUnpaid} and ${named(sql`o.job`, place)}`);
  const [largestUnpaid] = await truth.invoices(isUnpaid, sql`i.total_cents desc, i.id desc`);
  const [largestLastMonth] = await truth.invoices(within(sql`i.document_date`, periods.lastMonth), sql`i.total_cents desc, i.id desc`);
  const [oldestUnpaid] = await truth.invoices(isUnpaid, sql`i.document_date, i.id`);
  const [latest] = await truth.invoices(sql`true`);
  const balance = await truth.value<{ open: number; pastDue: number }>(
    sql`select json_build_object('open', sum(i.total_cents - i.paid_cents), 'pastDue', coalesce(sum(i.total_cents - i.paid_cents) filter (where i.due_date < ${today}), 0)) as answer
      from invoices i where i.customer_id = ${truth.customerId}`,
  );
  const owed: Expected = { says: [formatMoney(balance.open)] };
  const discounts = await truth.value<number>(sql`select coalesce(sum(i.discount_cents), 0) as answer from invoices i
    where i.customer_id = ${truth.customerId} and ${isUnpaid} and i.paid_cents = 0 and i.discount_expires_on >= ${today}`);
  const isOf = (invoice: TrueInvoice | undefined, ...says: (string | RegExp)[]): Expected => ({
    says: [`nvoice ${invoice?.number} `, ...says],
  });

  return [
    ...phrasings(await due(periods.thisWeek), [
      'What is due this week?',
      'which invoices are due this week',
      'invoices due this week',
      'Show me the bills that are due this week',
      'do we have any invoices due this week?',
      'invocies due this week',
    ]),
    ...phrasings(await due(periods.nextWeek), ['which invoices come due next week?', "what's due next week", 'bills due next week']),
    ...phrasings(await due(periods.today), ['what is due today?', 'Is anything due today?']),
    ...phrasings(await due(periods.tomorrow), ['invoices due tomorrow']),
    ...phrasings(await due(periods.thisMonth), ['invoices due this month', 'What do we have to pay this month?']),
    ...phrasings(await due(periods.nextMonth), ['invoices due next month']),
    ...phrasings(await due(periods.nextTenDays), [
      'which invoices are due in the next 10 days?',
      'what comes due within the next ten days',
    ]),
    ...phrasings(await dueSum(periods.thisWeek), ['how much is due this week?', 'How much do we have to pay this week?']),
    ...phrasings(await dueSum(periods.nextWeek), ['how much money is due next week']),
    ...phrasings({ rows: numbersOf(overdue), says: [/past due|overdue/i] }, [
      'overdue invoices',
      'Which invoices are past due?',
      'show late bills',
      'are any invoices overdue?',
      "what's overdue",
      'overdu invoices',
      'which bills should have been paid already',
    ]),
    ...phrasings({ says: [balance.pastDue > 0 ? formatMoney(balance.pastDue) : /nothing of it is past due/i] }, [
      'how much is overdue?',
      'How much is past due',
      'total past due amount',
    ]),
    ...phrasings(await dated(periods.thisWeek), [
      'invoices dated this week',
      'invoices from this week',
      'which invoices did we get this week?',
    ]),
    ...phrasings(await dated(periods.lastWeek), ['invoices of last week', 'show invoices issued last week']),
    ...phrasings(await dated(periods.lastMonth), ['invoices from last month', 'how many invoices did we get last month?']),
    ...phrasings({ rows: numbersOf(paidLastMonth), says: daysOf(periods.lastMonth) }, [
      'which invoices did we pay last month?',
      'invoices paid last month',
    ]),
    ...phrasings({ rows: numbersOf(unpaid) }, [
      'unpaid invoices',
      'show open invoices',
      'Which invoices are not paid yet?',
      'how many invoices are still unpaid?',
      'unpayed invoices',
      'list the outstanding bills',
    ]),
    ...phrasings({ rows: numbersOf(pending) }, ['pending invoices']),
    ...phrasings({ rows: numbersOf(jobInvoices), says: [place] }, [
      `invoices for ${place}`,
      `show me the bills for ${place.toLowerCase()}`,
      `invoices of the ${mistyped(place)} job`,
    ]),
    ...phrasings({ rows: numbersOf(jobInvoices).slice(0, 1), shown: 1, says: [place] }, [`latest invoice for ${place}`]),
    ...phrasings({ rows: numbersOf(jobUnpaid), says: [place] }, [`unpaid invoices for ${place}`, `which invoices are open at ${place}?`]),
    ...phrasings({ says: [sumOf(jobUnpaid, 'openCents'), place] }, [
      `what do we owe for ${place}?`,
      `How much do we owe at ${place.toLowerCase()}`,
    ]),
    ...phrasings(isOf(openInvoice, /not paid/, formatDay(openInvoice?.dueDate ?? '')), [
      `Is invoice ${openInvoice?.number} paid?`,
      `when is invoice ${openInvoice?.number} due?`,
      `did we pay ${openInvoice?.number}`,
      `invoce ${openInvoice?.number} status`,
    ]),
    ...phrasings(isOf(paidInvoice, /is paid/, formatMoney(paidInvoice?.totalCents ?? 0)), [
      `is invoice ${paidInvoice?.number} paid`,
      `How much was invoice ${paidInvoice?.number}?`,
    ]),
    ...phrasings(isOf(paidInvoice, paidInvoice?.job ?? ''), [`which job is invoice ${paidInvoice?.number} for?`]),
    ...phrasings({ rows: [largestUnpaid?.number ?? ''], shown: 1 }, ['what is our largest unpaid invoice?', 'biggest open invoice']),
    ...phrasings({ rows: [largestLastMonth?.number ?? ''], shown: 1, says: daysOf(periods.lastMonth) }, ['largest invoice last month']),
    ...phrasings({ rows: [oldestUnpaid?.number ?? ''], shown: 1 }, ['oldest unpaid invoice']),
    ...phrasings(isOf(latest), ['latest invoice', 'What is our most recent invoice?']),
    ...phrasings({ says: ['I found no invoice 99999999'] }, ['invoice 99999999', 'is invoice 99999999 paid?']),
    ...phrasings(owed, [
      'What do we owe?',
      'account balance',
      'how much do we owe right now?',
      'what is my balence',
      'How much do we owe in total?',
    ]),
    ...phrasings(owed, ['what do we owe?'], 'payables'),
    ...phrasings(
      { says: [/do not have permission to see the account balance/], not: new RegExp(formatMoney(balance.open).replace(/[$.]/g, '\\$&')) },
      ['what do we owe?'],
      'manager',
    ),
    ...phrasings({ says: [discounts > 0 ? formatMoney(discounts) : /no discount/] }, [
      'what discounts can we still take?',
      'how much can we save by paying early?',
    ]),
    ...phrasings(
      { refuses: 'permission' },
      [
        'what do we owe?',
        'invoices due this week',
        'overdue invoices',
        `is invoice ${openInvoice?.number} paid`,
        `what do we owe for ${place}`,
        'unpaid bills',
      ],
      'field',
    ),
  ];
}
