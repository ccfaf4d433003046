import { randomUUID } from 'node:crypto';
import { type AssistantEvent, type AssistantMessage, askAssistant } from '@yardage/contract/assistant';
import { plainText } from '@yardage/contract/assistant-blocks';
import { createSignOff } from '@yardage/contract/sign-offs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { SIGNATURE } from '#server/testing/prepare-sign-off';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const VIEWER = 'viewer@example.com';
let app: TestApp;
let own: TestCustomer;
const ids = new Map<string, number>();

const one = <T = string>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement) as Promise<T>;

/** An order at Kestrel Yard with five loads of today: three delivered, one on the job, one on the road. */
beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, 'field@example.com')) as [TestCustomer];
  await app.database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ id: string; plant_id: string }>(
      `insert into orders (customer_id, order_number, order_type, status_id, starts_at, ship_date, plant_id, product_id, quantity_ordered, load_count, job, job_address1, alt_key)
       select o.customer_id, '770031', 1, 2, now(), current_date, o.plant_id, o.product_id, 50, 5, 'Kestrel Yard', '1 Kestrel Way', '770031'
       from orders o where o.customer_id = $1 and o.order_type = 1 order by o.id limit 1 returning id, plant_id`,
      [own.customerId],
    );
    const tickets = await client.query<{ id: string; ticket_number: string }>(
      `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, load_number, quantity, tax_cents, alt_key)
       select $1, $2, '88003' || n, (array[6, 6, 6, 4, 3])[n], now() - (6 - n) * interval '1 second', $3, n, 10, 0, '88003' || n
       from generate_series(1, 5) n returning id, ticket_number`,
      [own.customerId, rows[0]?.id, rows[0]?.plant_id],
    );
    for (const { id, ticket_number: number } of tickets.rows) ids.set(number, Number(id));
  });
  const sign = async (number: string, changes: object) => {
    const params = { globalCustomerNumber: own.globalCustomerNumber, ticketId: ids.get(number) as number };
    const entry = { clientKey: randomUUID(), isRejected: 'false', receivedBy: 'Dana Reyes', signature: SIGNATURE };
    const answer = await app.call(createSignOff, { as: OWNER, params, body: { ...entry, ...changes } });
    expect(answer.status).toBe(200);
    return answer.body.id as number;
  };
  await sign('880031', { waterGallons: '5', slumpInches: '4.5', notes: 'Placed at grid B4.' });
  await sign('880032', { isRejected: 'true', rejectReason: 'age', receivedBy: 'Ines Calder' });
});
afterAll(() => app?.close());

async function ask(text: string, as = OWNER): Promise<AssistantMessage & { said: string; hrefs: string[] }> {
  const query = { customerNumber: own.customerNumber, datasourceId: own.datasourceId };
  const { body } = await app.call(askAssistant, { as, query, body: { text } });
  const last = (body as AssistantEvent[]).at(-1);
  if (last?.type !== 'end') throw new Error(`no end: ${JSON.stringify(body)}`);
  const hrefs = last.answer.blocks.flatMap((block) => (block.kind === 'links' ? block.links.map(({ href }) => href) : []));
  return { ...last.answer, said: plainText(last.answer.blocks), hrefs };
}
const rowsOf = ({ blocks }: AssistantMessage) => blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
const firstColumn = (answer: AssistantMessage) => rowsOf(answer).map(([cell]) => cell?.text);

describe('who signed for a load', () => {
  it('SGN-02 AST-04 is named with the measures, and the answer says so if nobody did', async () => {
    const { said } = await ask('who signed for ticket 880031?');
    expect(said).toMatch(/^Ticket 880031 was signed for by Dana Reyes on .*: 10 CY for Kestrel Yard\./);
    for (const fact of [
      'Received by: Dana Reyes',
      'Water added on the job, gal: 5',
      'Slump measured, in: 4.5',
      'Notes of the receiver: Placed at',
    ])
      expect(said).toContain(fact);
    expect((await ask('was ticket 880032 signed?')).said).toMatch(
      /^The load of ticket 880032 was rejected by Ines Calder on [\s\S]*Reason: Too old/,
    );
    expect((await ask('was ticket 880033 signed?')).said).toMatch(/^Nobody has signed for ticket 880033 yet: 10 CY for Kestrel Yard\./);
    expect((await ask('was ticket 880035 signed?')).said).toMatch(/^Nobody has signed for ticket 880035: it is at “To Job”/);
  });

  it('SGN-01 AST-04 links to the form only if the load can be signed for and the user may', async () => {
    const form = (number: string) => `/tickets/sign?ticket=${ids.get(number)}`;
    expect((await ask('was ticket 880033 signed?')).hrefs).toContain(form('880033'));
    expect((await ask('was ticket 880031 signed?')).hrefs).not.toContain(form('880031'));
    expect((await ask('was ticket 880035 signed?')).hrefs).not.toContain(form('880035'));
    const withoutSigning = await ask('was ticket 880033 signed?', VIEWER);
    expect(withoutSigning.said).toMatch(/^Nobody has signed/);
    expect(withoutSigning.hrefs).not.toContain(form('880033'));
    expect((await ask('sign for ticket 880033', VIEWER)).said).toContain('Your role cannot do it here either');
  });

  it('SGN-02 PER-06 needs the permission of the Tickets page and stays within the customer', async () => {
    expect((await ask('who signed for ticket 880031?', 'payables@example.com')).said).toBe('You do not have permission to see tickets.');
    const foreign = await one(
      sql`select max(t.ticket_number) as answer from tickets t where t.customer_id <> ${own.customerId} and t.status_id = 6
          and not exists (select from tickets o where o.customer_id = ${own.customerId} and o.ticket_number = t.ticket_number)`,
    );
    expect((await ask(`who signed for ticket ${foreign}?`)).said).toBe(`I found no ticket ${foreign} on this account.`);
  });
});

describe('lists of loads by their sign-off', () => {
  it('SGN-02 AST-04 has the loads that wait for a signature, not those that are still to arrive', async () => {
    const answer = await ask('which loads of order 770031 are not signed yet?');
    expect(answer.said).toContain('Here are 2 unsigned loads (on the job or delivered) of order 770031.');
    expect(firstColumn(answer)).toEqual(['880034', '880033']);
    expect(answer.hrefs.filter((href) => href.startsWith('/tickets?'))).toEqual([expect.stringContaining('signOff=unsigned')]);
    expect(firstColumn(await ask('which loads delivered to Kestrel Yard are not signed?'))).toEqual(['880033']);
    expect(firstColumn(await ask('¿Qué cargas del pedido 770031 no están firmadas?'))).toEqual(['880034', '880033']);
  });

  it('SGN-02 AST-04 has who signed, and the reasons of rejections', async () => {
    const signed = await ask('signed loads at Kestrel Yard');
    expect(signed.said).toContain('Here is 1 signed load about “Kestrel Yard”.');
    expect(rowsOf(signed).map((row) => [row[0], row[5], row[6]].map((cell) => cell?.text))).toEqual([['880031', 'Signed', 'Dana Reyes']]);
    const rejected = await ask('rejected loads of order 770031');
    expect(rowsOf(rejected).map((row) => [row[0], row[5], row[6]].map((cell) => cell?.text))).toEqual([
      ['880032', 'Rejected: Too old', 'Ines Calder'],
    ]);
    expect(firstColumn(await ask('loads of order 770031 signed by Dana Reyes'))).toEqual(['880031']);
    expect((await ask('loads of order 770031 signed by Ines Calder')).said).toBe(
      'I found no signed loads by Ines Calder of order 770031 on this account.',
    );
  });

  it('SGN-02 AST-04 gives the counts if the question is whether all are signed', async () => {
    const answer = await ask('are all loads of order 770031 signed?');
    expect(answer.said).toContain('Here are 4 loads (on the job or delivered) of order 770031. 1 signed, 1 rejected, 2 not signed yet.');
    expect(firstColumn(answer)).toEqual(['880034', '880033', '880032', '880031']);
  });
});
