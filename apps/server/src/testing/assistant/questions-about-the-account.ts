import { formatDay } from '@yardage/domain/dates';
import { formatMoney } from '@yardage/domain/money';
import { sql } from '#server/database/drizzle';
import type { Expected } from './classify-answer.ts';
import { phrasings, type Question, shortName } from './question.ts';
import type { Period, Truth } from './truth.ts';

const daysOf = ({ from, to }: Period) => [...new Set([formatDay(from), formatDay(to)])];

/** Questions about prices, quotes, spend, payments, statements and people. */
export async function questionsAboutTheAccount(truth: Truth): Promise<Question[]> {
  return [...(await questionsAboutPrices(truth)), ...(await questionsAboutMoney(truth)), ...(await questionsAboutPeople(truth))];
}

interface Price {
  quote: string;
  job: string;
  cents: number;
}

async function questionsAboutPrices(truth: Truth): Promise<Question[]> {
  const { customerId } = truth;
  const priceToday = sql`line.unit_price_cents
      + case when ${truth.today} >= q.start_date + interval '12 months' then coalesce(q.price_adjustment_cents, 0) else 0 end`;
  const holdsToday = sql`q.is_active and ${truth.today} between q.start_date and coalesce(q.termination_date, 'infinity')`;
  const quoted = (product: string) =>
    truth.rows<Price>(sql`select q.quote_number as quote, q.quote_name as job, ${priceToday} as cents
      from quotes q join quote_products line on line.quote_id = q.id join products p on p.id = line.product_id
      where q.customer_id = ${customerId} and ${holdsToday} and p.number = ${product} order by q.quote_number`);
  const listed = (product: string) =>
    truth.value<number>(sql`select item.unit_price_cents as answer from price_list_items item join products p on p.id = item.product_id
      join customers c on c.price_list_id = item.price_list_id where c.id = ${customerId} and p.number = ${product}`);
  const priceOf = async (product: string): Promise<Expected> => ({
    says: [
      product,
      formatMoney(await listed(product)),
      ...(await quoted(product)).flatMap(({ quote, cents }) => [quote, formatMoney(cents)]),
    ],
  });
  const somewhere = await truth.value<Price & { product: string }>(
    sql`select json_build_object('quote', q.quote_number, 'job', q.quote_name, 'cents', ${priceToday}, 'product', p.number) as answer
      from quotes q join quote_products line on line.quote_id = q.id join products p on p.id = line.product_id
      where q.customer_id = ${customerId} and ${holdsToday} and not p.is_charge order by q.id desc, line.line_number limit 1`,
  );
  const quotes = (condition: ReturnType<typeof sql>) =>
    truth.numbers(
      sql`select q.quote_number as number from quotes q where q.customer_id = ${customerId} and ${condition} order by q.quote_date desc, q.id desc`,
    );
  const place = shortName(somewhere.job);
  const ending = await truth.value<{ number: string; day: string }>(
    sql`select json_build_object('number', q.quote_number, 'day', q.termination_date) as answer from quotes q
      where q.customer_id = ${customerId} and q.is_active and q.termination_date is not null order by q.id limit 1`,
  );
  return [
    ...phrasings(await priceOf('8000SC'), [
      'price of 8000SC',
      'what does 8000sc cost?',
      'how much is 8000SC per yard?',
      'What do we pay for 8000SC',
      'what is the price of the 8000 psi self-consolidating mix?',
    ]),
    ...phrasings(await priceOf('BDHPC'), ['price of BDHPC', 'how much does bridge deck HPC cost', 'bridge deck price']),
    ...phrasings(await priceOf('FLOWFL'), ['price for flowable fill', 'how much is flowabel fill']),
    ...phrasings({ says: [somewhere.product, somewhere.quote, formatMoney(somewhere.cents)] }, [
      `price of ${somewhere.product} at ${place}`,
    ]),
    ...phrasings({ refuses: 'unknown' }, ['price of 9999ZZ', 'how much is a ZX81?']),
    ...phrasings(
      { refuses: 'permission' },
      ['price of 8000SC', 'how much is 8000SC?', 'what does flowable fill cost', 'open quotes', `price at ${place}`],
      'field',
    ),
    ...phrasings({ refuses: 'permission' }, ['price of 8000SC'], 'payables'),
    ...phrasings(await priceOf('8000SC'), ['price of 8000SC'], 'manager'),
    ...phrasings({ rows: await quotes(sql`q.is_active`) }, ['open quotes', 'active quotes', 'which quotes are valid?']),
    ...phrasings({ rows: await quotes(sql`not q.is_active`) }, ['expired quotes', 'inactive quotes']),
    ...phrasings({ rows: await quotes(truth.named(sql`q.quote_name`, place)), says: [place] }, [
      `quotes for ${place}`,
      `do we have a quote for ${place.toLowerCase()}?`,
    ]),
    ...phrasings({ says: [`Quote ${ending.number}`, formatDay(ending.day)] }, [
      `when does quote ${ending.number} expire?`,
      `quote ${ending.number}`,
    ]),
  ];
}

async function questionsAboutMoney(truth: Truth): Promise<Question[]> {
  const { customerId, within, localDay } = truth;
  const periods = await truth.periods();
  const invoiced = (period: Period) => truth.invoices(within(sql`i.document_date`, period));
  const sum = (cents: readonly number[]) => formatMoney(cents.reduce((all, each) => all + each, 0));
  const spent = async (period: Period) => sum((await invoiced(period)).map(({ totalCents }) => totalCents));
  const [lastMonth, thisMonth] = [await spent(periods.lastMonth), await spent(periods.thisMonth)];
  const byJob = Map.groupBy(await invoiced(periods.thisYear), ({ job }) => job);
  const [dearest] = [...byJob]
    .map(([job, invoices]) => ({ job, cents: invoices.reduce((all, each) => all + each.totalCents, 0) }))
    .toSorted((a, b) => b.cents - a.cents);
  const salesOf = (period: Period) =>
    truth.value<number>(
      sql`select coalesce(sum(i.sales_cents), 0) as answer from invoices i where i.customer_id = ${customerId} and ${within(sql`i.document_date`, period)}`,
    );
  const payments = (condition: ReturnType<typeof sql>) =>
    truth.rows<{ number: string; cents: number }>(sql`select p.cart_id as number, p.amount_cents as cents from payments p
      where p.customer_id = ${customerId} and ${condition} order by p.started_at desc, p.id desc`);
  const numbersOf = async (condition: ReturnType<typeof sql>) => (await payments(condition)).map(({ number }) => number);
  const paidOn = (period: Period) => within(localDay(sql`p.started_at`), period);
  const paidLastMonth = await payments(sql`p.payment_result = 1 and ${paidOn(periods.lastMonth)}`);
  const all = await payments(sql`true`);
  const [newest] = all;
  const statements = await truth.rows<{ day: string }>(
    sql`select s.statement_date as day from statements s where s.customer_id = ${customerId} order by 1 desc`,
  );
  const openThen = await truth.value<number>(
    sql`select coalesce(sum(i.total_cents - coalesce((select sum(laid.amount_cents + laid.discount_cents) from payment_invoices laid join payments p on p.id = laid.payment_id
        where laid.invoice_id = i.id and p.payment_result = 1
          and coalesce(p.settled_at, p.started_at) < (s.statement_date + 1)::timestamp at time zone d.time_zone), 0)), 0) as answer
      from (select statement_date from statements where customer_id = ${customerId} order by 1 desc limit 1) as s
        cross join customers c join data_sources d on d.id = c.data_source_id join invoices i on i.customer_id = c.id and i.document_date <= s.statement_date
      where c.id = ${customerId}`,
  );
  const statement: Expected = { says: [formatDay(statements[0]?.day ?? ''), formatMoney(openThen)] };
  return [
    ...phrasings({ says: [formatMoney(await salesOf(periods.thisYear))] }, [
      'how much did we spend this year?',
      'What have we spent this year',
    ]),
    ...phrasings({ says: [formatMoney(await salesOf(periods.lastYear))] }, ['how much did we spend last year?']),
    ...phrasings({ says: [lastMonth, ...daysOf(periods.lastMonth)] }, [
      'how much did we spend last month?',
      'how much were we billed last month?',
      'total of invoices last month',
    ]),
    ...phrasings(dearest ? { says: [dearest.job, formatMoney(dearest.cents), ...daysOf(periods.thisYear)] } : { rows: [] }, [
      'which job did we spend the most on this year?',
      'which job cost the most this year?',
    ]),
    ...phrasings({ says: [lastMonth, thisMonth, ...daysOf(periods.lastMonth)] }, [
      'did we spend more this month than last month?',
      'compare our spending this month with last month',
    ]),
    ...phrasings({ says: [/makes you \w+/] }, ['what reward tier are we?']),
    ...phrasings({ rows: all.map(({ number }) => number) }, ['recent payments', 'Show my five most recent payments', 'recent paymnets']),
    ...phrasings({ says: [newest?.number ?? '', formatMoney(newest?.cents ?? 0)] }, ['last payment', 'what was our last payment?']),
    ...phrasings(
      paidLastMonth.length === 0 ? { rows: [] } : { says: [sum(paidLastMonth.map(({ cents }) => cents)), ...daysOf(periods.lastMonth)] },
      ['how much did we pay last month?', 'total payments last month'],
    ),
    ...phrasings({ rows: await numbersOf(paidOn(periods.thisMonth)), says: daysOf(periods.thisMonth) }, ['payments this month']),
    ...phrasings({ rows: await numbersOf(sql`p.payment_result = 2`) }, ['pending payments']),
    ...phrasings({ rows: await numbersOf(sql`p.payment_result = 0`) }, ['failed payments', 'were any payments declined?']),
    ...phrasings(statement, ['last statement', 'show the latest statement', 'latest statment balance']),
    ...phrasings({ rows: statements.map(({ day }) => formatDay(day)) }, ['my statements']),
    ...phrasings(
      { refuses: 'permission' },
      ['how much did we spend this year?', 'last payment', 'last statement', 'how much did we spend last month?'],
      'field',
    ),
    ...phrasings({ refuses: 'permission' }, ['last payment', 'last statement'], 'manager'),
  ];
}

async function questionsAboutPeople(truth: Truth): Promise<Question[]> {
  const people = await truth.rows<{ kind: string; name: string; email: string; phone: string }>(
    sql`select own.kind, person.name, person.email, person.phone from customer_contacts own join contacts person on person.id = own.contact_id where own.customer_id = ${truth.customerId}`,
  );
  const one = (kind: string) => people.find((person) => person.kind === kind);
  const phone = (digits: string | undefined) => (digits ?? '').replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
  const [sales, account, regional] = [one('sales-rep'), one('account-rep'), one('regional-manager')];
  return [
    ...phrasings({ says: [sales?.name ?? '', phone(sales?.phone)] }, [
      'who is my salesman?',
      'Who is our sales rep',
      'phone number of our sales representative',
      'who is my salesmen',
      `what is ${sales?.name}'s phone number?`,
      `who is ${sales?.name}?`,
    ]),
    ...phrasings({ says: [account?.name ?? ''] }, ['who is our account rep?', `how do I reach ${account?.name}?`]),
    ...phrasings({ says: [regional?.name ?? ''] }, ['who is the regional manager?']),
    ...phrasings({ says: people.map(({ name }) => name) }, ['who can I call?', 'our contacts']),
    ...phrasings({ refuses: 'permission' }, ['who is my salesman?'], 'field'),
  ];
}
