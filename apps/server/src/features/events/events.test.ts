import { decideDeskRegistration, listDeskRegistrations } from '@yardage/contract/desk';
import { listCustomerEvents, listEvents } from '@yardage/contract/events';
import { HEADERS } from '@yardage/contract/headers';
import { addMember, deleteMember, updateMember } from '@yardage/contract/members';
import { register } from '@yardage/contract/registration';
import { createServiceKey } from '@yardage/contract/service-keys';
import { createSupportTicket } from '@yardage/contract/support';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { customersOf, foreignCustomersOf, sampleCall, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';
import { testEngine } from '#server/testing/test-database';
import { placeEvents, recordEvent } from './events.queries.ts';

const OWNER = 'owner@example.com';
const STAFF = 'desk@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

interface Feed {
  events: { id: string; type: string; data: Record<string, unknown> }[];
  cursor: string;
  hasMore: boolean;
  hasGap?: boolean;
}
const read = async (query: Record<string, string | number> = {}): Promise<Feed> => {
  const { status, body } = await app.call(listEvents, { as: SERVICE, query });
  expect(status).toBe(200);
  return body;
};
/** Reads the whole feed after a cursor. */
async function follow(after?: string): Promise<Feed> {
  const all: Feed = { events: [], cursor: after ?? '', hasMore: true };
  while (all.hasMore) {
    const page = await read({ limit: 7, ...(all.cursor ? { after: all.cursor } : {}) });
    all.events.push(...page.events);
    Object.assign(all, { cursor: page.cursor, hasMore: page.hasMore });
  }
  return all;
}
const note = (transaction: Transaction, name: string, { customerId } = own) =>
  recordEvent(transaction, 'member.removed', customerId, { email: name, firstName: '', lastName: '', role: null, isEnabled: false });
/** Records an event and gives it its place. */
const place = async (name: string, customer = own): Promise<void> => {
  await app.database.transaction('system', (transaction) => note(transaction, name, customer));
  await placeEvents(app.database);
};
/** Says that the events up to a position were deleted because of their age. */
const noteDeleted = (position: string) =>
  app.database.transaction('system', ({ client }) => client.query(`update event_feed set deleted_position = ${position}`));
const names = ({ events }: Feed) => events.map(({ data }) => data.email);

describe('the feed', () => {
  it('EVT-01 says when events after a cursor were deleted because of their age', async () => {
    await app.database.transaction('system', (transaction) => note(transaction, 'deleted'));
    await app.database.transaction('system', (transaction) => note(transaction, 'deleted, too'));
    const { cursor } = await read({ limit: 1 });
    expect(await read({ after: cursor })).toMatchObject({ hasGap: false });
    const { cursor: last } = await follow();
    await noteDeleted('(select max(position) from events)');
    expect([await read({ after: cursor }), await read({ after: last }), await read()]).toMatchObject([
      { hasGap: true },
      { hasGap: false },
      { hasGap: false },
    ]);
    await noteDeleted('0');
  });

  it('EVT-01 EVT-05 says so to a customer only if the deleted events may have been theirs, also if they never had an event', async () => {
    const [other] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
    const readers = [
      { as: OWNER, customer: own, rest: other },
      { as: 'other@example.com', customer: other, rest: own },
    ];
    const hadEvents: boolean[] = [];
    for (const { as, customer, rest } of readers) {
      const params = { globalCustomerNumber: customer.globalCustomerNumber };
      const readOwn = async (after?: string): Promise<Feed> =>
        (await app.call(listCustomerEvents, { as, params, query: after === undefined ? {} : { after } })).body;
      const had = sql`select exists (select from events where customer_id = ${customer.customerId}) as answer`;
      await place('before the first call', rest);
      hadEvents.push((await app.database.read<boolean>('system', had)) ?? false);
      const first = await readOwn();
      await place('between two calls', rest);
      const { cursor } = await readOwn(first.cursor);
      await noteDeleted('(select max(position) from events)');
      expect.soft(await readOwn(cursor), `${as} has read everything`).toMatchObject({ hasGap: false });
      await place('after the last call', rest);
      await noteDeleted('(select max(position) from events)');
      expect.soft(await readOwn(cursor), `${as} has not seen the last`).toMatchObject({ hasGap: true });
      await noteDeleted('0');
      await app.database.transaction('system', ({ client }) =>
        client.query('delete from events where customer_id = $1', [rest.customerId]),
      );
    }
    // The second reader's account has none.
    expect(hadEvents.at(-1)).toBe(false);
  });

  it('EVT-01 gives each event once and in the same order to everybody who follows it', async () => {
    const { cursor } = await follow();
    for (const name of ['a', 'b', 'c']) await app.database.transaction('system', (transaction) => note(transaction, name));
    const first = await follow(cursor);
    expect(names(first)).toEqual(['a', 'b', 'c']);
    expect(await follow(cursor)).toMatchObject({ events: first.events });
    expect((await follow(first.cursor)).events).toEqual([]);
    expect(new Set(first.events.map(({ id }) => id)).size).toBe(3);
  });

  it('EVT-01 EVT-03 RUN-06 gives a place once, also after the newest events were purged or became too old', async () => {
    await app.database.transaction('system', async (transaction) => {
      for (const name of ['old', 'older']) await note(transaction, name);
    });
    const { cursor } = await follow();
    const place = () =>
      app.database.read<number>('system', sql`select max(position)::int as answer from events where position is not null`).then(Number);
    const before = await place();
    await app.database.transaction('system', ({ client }) => client.query('delete from events where position > $1', [before - 2]));
    await app.database.transaction('system', (transaction) => note(transaction, 'new'));
    expect(names(await follow(cursor))).toEqual(['new']);
    expect(await place()).toBeGreaterThan(before);
  });

  it('EVT-01 shows nothing of a transaction that was rolled back', async () => {
    const { cursor } = await follow();
    await expect(
      app.database.transaction('system', async (transaction) => {
        await note(transaction, 'never');
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(names(await follow(cursor))).toEqual([]);
  });

  it('EVT-01 continues after events that the reader did not ask for', async () => {
    const { cursor } = await follow();
    await app.database.transaction('system', (transaction) => note(transaction, 'left out'));
    const other = await read({ after: cursor, types: 'payment.settled,payment.failed' });
    expect(other.events).toEqual([]);
    expect(other.cursor).not.toBe(cursor);
    expect(names(await read({ after: cursor, types: 'member.removed' }))).toEqual(['left out']);
  });

  it('EVT-01 refuses cursors and types that do not exist', async () => {
    const ask = async (query: Record<string, string>) => (await app.call(listEvents, { as: SERVICE, query })).status;
    for (const after of ['1', 'x', Buffer.from('feed1:-1').toString('base64url')]) expect(await ask({ after })).toBe(400);
    for (const types of ['', 'payment.invented', 'payment.settled,']) expect(await ask({ types })).toBe(400);
  });

  it('EVT-01 responds to a waiting reader as soon as there is an event', async () => {
    const { cursor } = await follow();
    const startedAt = performance.now();
    const waiting = read({ after: cursor, wait: 25 });
    await app.database.transaction('system', (transaction) => note(transaction, 'awaited'));
    expect(names(await waiting)).toEqual(['awaited']);
    // A moment on an idle machine, and in any case before the wait is over.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('EVT-01 lets four calls of a key wait at a time, and responds to further ones at once', async () => {
    const { cursor } = await follow();
    const startedAt = performance.now();
    const calls = Array.from({ length: 5 }, () => read({ after: cursor, wait: 25 }));
    expect((await Promise.race(calls)).events).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await place('awaited by four');
    expect((await Promise.all(calls)).flatMap(names)).toEqual(Array(4).fill('awaited by four'));
    // Their places are free again.
    const { cursor: last } = await follow();
    const againAt = performance.now();
    expect((await read({ after: last, wait: 1 })).events).toEqual([]);
    expect(performance.now() - againAt).toBeGreaterThan(400);
  });

  it('EVT-01 responds to a waiting reader in time if the clock is set back meanwhile', async () => {
    const { cursor } = await follow();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      // A clock that was set back reaches the end of the wait much too late. This one stands still.
      expect((await read({ after: cursor, wait: 1 })).events).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('EVT-01 shows a key the events of its data sources only', async () => {
    const make = async (dataSources: string[]) =>
      (await app.call(createServiceKey, { as: STAFF, body: { name: dataSources.join(), scopes: ['events:read'], dataSources } })).body
        .secret;
    const { cursor } = await follow();
    await app.database.transaction('system', (transaction) => note(transaction, 'local'));
    const seen = async (secret: string) =>
      names((await app.call(listEvents, { headers: { [HEADERS.serviceKey]: secret }, query: { after: cursor } })).body);
    expect(await seen(await make([own.dataset]))).toEqual(['local']);
    expect(await seen(await make(['ELSEWHERE']))).toEqual([]);
  });
});

// The embedded engine has one connection, so transactions cannot overlap there.
describe.skipIf(testEngine === 'pglite')('many writers at once', () => {
  it('EVT-01 never hide an event from a reader, however late they commit', async () => {
    const { cursor } = await follow();
    const writers = 6;
    const rounds = 12;
    let isWriting = true;
    const write = async (writer: number) => {
      for (let round = 0; round < rounds; round += 1) {
        await app.database.transaction('system', async (transaction) => {
          await note(transaction, `${writer}-${round}-first`);
          // Some commit long after others that began later.
          await transaction.client.query('select pg_sleep($1)', [((writer * 7 + round * 3) % 5) / 50]);
          await note(transaction, `${writer}-${round}-second`);
        });
      }
    };
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))).finally(() => {
      isWriting = false;
    });
    const seen: unknown[] = [];
    let at = cursor;
    const look = async () => {
      const page = await follow(at);
      seen.push(...names(page));
      at = page.cursor;
    };
    while (isWriting) await look();
    await writing;
    await look();
    const expected = Array.from({ length: writers }, (_, writer) =>
      Array.from({ length: rounds }, (__, round) => [`${writer}-${round}-first`, `${writer}-${round}-second`]),
    ).flat(2);
    expect([...seen].sort()).toEqual(expected.sort());
    expect(names(await follow(cursor))).toEqual(seen);
  });

  it('EVT-01 do not delay the others if one never ends', async () => {
    const { cursor } = await follow();
    await app.database.transaction('system', async (slow) => {
      await note(slow, 'slow');
      await app.database.transaction('system', (transaction) => note(transaction, 'quick'));
      expect(names(await follow(cursor))).toEqual(['quick']);
    });
    expect(names(await follow(cursor))).toEqual(['quick', 'slow']);
  });
});

describe('what happens in the portal', () => {
  it('EVT-02 creates an event: a member added, changed and removed, a support request opened', async () => {
    const { cursor } = await follow();
    const email = 'event.member@example.com';
    const sample = await sampleCall(app.database, addMember, own);
    await app.call(addMember, { ...sample, as: OWNER, body: { ...(sample.body as object), email } });
    const id = Number(await app.database.read('system', sql`select id as answer from members where email = ${email}`));
    const update = await sampleCall(app.database, updateMember, own);
    await app.call(updateMember, { ...update, as: OWNER, params: { ...update.params, id } });
    const removal = await sampleCall(app.database, deleteMember, own);
    await app.call(deleteMember, { ...removal, as: OWNER, query: { ...removal.query, email } });
    await app.call(createSupportTicket, { ...(await sampleCall(app.database, createSupportTicket, own)), as: OWNER });
    const { events } = await follow(cursor);
    expect(events.map(({ type }) => type)).toEqual(['member.added', 'member.changed', 'member.removed', 'support.opened']);
    expect(events[0]).toMatchObject({ globalCustomerNumber: own.globalCustomerNumber, dataSource: own.dataset, data: { email } });
    expect(events[3]?.data).toMatchObject({ openedBy: OWNER, category: expect.any(String) });
  });

  it('EVT-02 creates an event when a registration is decided, with the account and the role if it was approved', async () => {
    const foreign = await foreignCustomersOf(app.database, OWNER);
    // An account without an approver of its own: the desk decides.
    const orphan = foreign.find((each) => each.companyName.startsWith('Quillmark')) ?? expect.fail('there is no such account');
    const { cursor } = await follow();
    const decide = async (email: string, account: { customerNumber: string; companyName: string }, decision: object) => {
      const person = { firstName: 'Dana', lastName: 'Whitlock', phoneNumber: '4235550188' };
      const place = { address: '940 Thrasher Pike', city: 'Hixson', stateId: 43, zip: '37343' };
      const sent = await app.call(register, { body: { ...person, ...place, ...account, email, confirmEmail: email } });
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
      const { items } = (await app.call(listDeskRegistrations, { as: STAFF, query: { search: email } })).body;
      const decided = await app.call(decideDeskRegistration, { as: STAFF, params: { id: items[0]?.id ?? 0 }, body: decision });
      expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    };
    const { customerNumber, companyName } = orphan;
    await decide('turned.down@example.com', { customerNumber: '77771', companyName: 'Whitlock Paving' }, { status: 3 });
    await decide('let.in@example.com', { customerNumber, companyName }, { status: 2, roleId: 6 });
    const { events } = await follow(cursor);
    expect(events).toMatchObject([
      {
        type: 'registration.decided',
        globalCustomerNumber: null,
        data: { email: 'turned.down@example.com', requestedCustomerNumber: '77771', decision: 'rejected', role: null },
      },
      {
        type: 'registration.decided',
        globalCustomerNumber: orphan.globalCustomerNumber,
        data: { email: 'let.in@example.com', companyName, requestedCustomerNumber: customerNumber, decision: 'approved', role: 'Viewer' },
      },
      { type: 'member.added', data: { email: 'let.in@example.com', role: 'Viewer' } },
    ]);
  });
});
