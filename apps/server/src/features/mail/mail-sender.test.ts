import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MailDeferredError, type MailPort, MailRefusedError, type OutgoingMail } from '#server/adapters/mail/port';
import { smtpMail } from '#server/adapters/mail/smtp.mail';
import { openSmtpServer, type Reply } from '#server/adapters/mail/testing/smtp-server';
import { sql } from '#server/database/drizzle';
import { createLog } from '#server/http/observability';
import { openTestDatabase } from '#server/testing/test-database';
import { MailService } from './mail.service.ts';
import { countMails, requeueMails } from './mail-queue.queries.ts';
import { MailSender, pauseAfter } from './mail-sender.ts';

const KIND = 'test-notice';
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/**
 * Starts senders on an empty database. Time passes by moving the rows of the queue into the past. A notice to `untold` is discarded,
 * because its writer returns nothing.
 */
async function open(port: MailPort, untold?: string, world: 'empty' | 'demo' = 'empty') {
  const { database, close } = await openTestDatabase(world);
  cleanups.push(close);
  const logLines: { level: number; msg: string }[] = [];
  const log = createLog('info', { write: (line: string) => void logLines.push(JSON.parse(line)) });
  let passedMs = 0;
  const newSender = () => {
    const mail = new MailService(database);
    mail.declareNotice(KIND, z.strictObject({ name: z.string() }), async ({ name }) =>
      name === untold ? undefined : { subject: `For ${name}`, text: `Hello ${name}` },
    );
    return {
      mail,
      sender: new MailSender(database, port, mail, log, {
        alertEmail: () => 'desk@example.com',
        platformName: () => 'Yardage',
        now: () => Date.now() + passedMs,
      }),
    };
  };
  const first = newSender();
  return {
    database,
    mail: first.mail,
    logLines,
    sender: first.sender,
    newSender: () => newSender().sender,
    add: (count: number, subject?: string) =>
      database.transaction('system', async (transaction) => {
        for (let number = 1; number <= count; number++) {
          const name = `person${number}`;
          const notice = { documentKind: KIND, reference: { name }, subject: subject ?? `For ${name}`, to: `${name}@example.com` };
          await first.mail.queueNotice(transaction, { ...notice, customerId: null, requestedBy: null });
        }
      }),
    pass: async (seconds: number) => {
      passedMs += seconds * 1000;
      await database.transaction('system', ({ orm }) =>
        orm.execute(sql`update outgoing_mails set next_try_at = next_try_at - make_interval(secs => ${seconds}),
          queued_at = queued_at - make_interval(secs => ${seconds})`),
      );
    },
    states: () => database.read<string[]>('system', sql`select coalesce(json_agg(state order by id), '[]') as answer from outgoing_mails`),
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Lets time pass in steps, with a round of the sender at each. */
async function live({ pass, sender }: Opened, seconds: number, step: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    await pass(step);
    await sender.round();
    await sender.drain();
  }
}

describe('the queue of mails', () => {
  it('STF-06 waits longer after each failure, five minutes at most, and never gives up', () => {
    expect([1, 2, 3, 6, 7, 8, 10_000].map(pauseAfter)).toEqual([5, 10, 20, 160, 300, 300, 300]);
  });

  it("LNG-02 STF-06 gives the day of a refused mail in its account's time zone and its reader's format", async () => {
    const { database, mail } = await open({ send: async () => ({ refused: [] }) } as never, undefined, 'demo');
    await database.transaction('system', async ({ client }) => {
      await client.query(
        `insert into outgoing_mails (customer_id, document_kind, document_reference, to_addresses, cc_addresses, bcc_addresses, subject, message, state, created_at)
         select c.id, 'x', '{}', array['a@example.com'], '{}', '{}', 'Invoice 7', '', 'dead', '2026-11-18T02:30:00Z'
         from customers c join data_sources d on d.id = c.data_source_id where d.time_zone = 'America/New_York' limit 1`,
      );
    });
    const mailId = Number(await database.read('system', sql`select max(id) as answer from outgoing_mails`));
    const text = async (recipientLanguage: string | null) =>
      (await mail.content({ documentKind: 'mail-refused', documentReference: { mailId }, recipientLanguage } as never))?.text;
    expect(await text(null)).toContain('of 11/17/2026 was not delivered');
    expect(await text('es')).toContain('del 17 nov 2026');
  });

  it('ALR-02 discards a mail that has nothing left to say', async () => {
    const sent: string[] = [];
    const opened = await open({ send: async ({ subject }) => void sent.push(subject) }, 'person1');
    await opened.add(2);
    await live(opened, 20, 20);
    expect([sent, await opened.states()]).toEqual([['For person2'], ['sent']]);
  });

  it('STF-06 lists a notice with the subject that its reader sees, also if it is refused, and names it so to the desk', async () => {
    const opened = await open({
      send: async ({ to }) => {
        if (to[0] === 'person1@example.com') throw new MailRefusedError('550 No such user');
        if (to[0] === 'person2@example.com') throw new MailDeferredError('451 Try again later');
      },
    });
    await opened.add(3, 'A notice');
    await live(opened, 40, 20);
    const listed = sql`select json_agg(state || ' ' || subject order by id) as answer from outgoing_mails`;
    expect(await opened.database.read('system', listed)).toEqual([
      'dead For person1',
      'queued For person2',
      'sent For person3',
      'sent Not delivered: For person1',
    ]);
  });

  it('STF-06 sends no notice about a refused mail that was put into the queue again before', async () => {
    let isRefused = true;
    const sent: string[] = [];
    const opened = await open({
      send: async ({ subject }) => {
        if (isRefused) throw new MailRefusedError('550 No such user');
        sent.push(subject);
      },
    });
    await opened.add(1);
    await opened.sender.round();
    await opened.sender.drain();
    expect(await opened.states()).toEqual(['dead', 'queued']);
    isRefused = false;
    await opened.database.transaction('system', (transaction) => requeueMails(transaction, 'all'));
    await live(opened, 20, 20);
    expect([sent, await opened.states()]).toEqual([['For person1'], ['sent']]);
  });

  it.each<[string, (command: string) => Reply | undefined]>([
    ['is away', (command) => (command === 'greeting' ? 'hang up' : undefined)],
    ['refuses the password', (command) => (command.startsWith('AUTH') ? '535 Wrong password' : undefined)],
    ['blocks the portal', (command) => (command === 'greeting' ? '554 5.7.1 Your address is blocked' : undefined)],
    ["refuses the portal's address", (command) => (command.startsWith('MAIL') ? '550 5.7.60 Not allowed to send as this' : undefined)],
  ])('STF-06 sends every mail once after an hour in which the server %s', async (_name, replyTo) => {
    let isBroken = true;
    const server = await openSmtpServer((command) => (isBroken ? replyTo(command) : undefined));
    const mail = smtpMail({ url: `smtp://user:secret@127.0.0.1:${server.port}`, from: 'no-reply@example.com' });
    cleanups.push(server.close, mail.close);
    const opened = await open(mail);
    await opened.add(12);
    await live(opened, 3700, 20);
    expect(server.received).toHaveLength(0);
    expect(new Set(await opened.states())).toEqual(new Set(['queued']));
    for (let minute = 0; minute < 3; minute++) await opened.sender.alert();
    expect(opened.logLines.filter(({ level }) => level >= 50).map(({ msg }) => msg)).toEqual([
      'mail has been waiting for more than an hour',
    ]);
    // An outage writes few lines, and the password in none of them.
    expect(opened.logLines.length).toBeLessThan(5);
    expect(JSON.stringify(opened.logLines)).not.toContain('secret');

    isBroken = false;
    await live(opened, 900, 20);
    expect(server.received.map(({ recipients }) => recipients[0]).sort()).toEqual(
      Array.from({ length: 12 }, (_, number) => `person${number + 1}@example.com`).sort(),
    );
    expect(new Set(await opened.states())).toEqual(new Set(['sent']));
  });

  it('STF-06 repeats a mail of a process that died, within a minute and under the same key', async () => {
    const keys: string[] = [];
    let isStuck = true;
    const { promise: never } = Promise.withResolvers<void>();
    const opened = await open({
      send: async ({ key }: OutgoingMail) => {
        keys.push(key);
        if (isStuck) await never;
      },
    });
    await opened.add(1);
    await opened.sender.round();
    await expect.poll(() => keys.length).toBe(1);
    // The first process does not answer any more; another one works on.
    isStuck = false;
    const other = opened.newSender();
    await other.round();
    await other.drain();
    expect(keys).toHaveLength(1);
    await opened.pass(60);
    await other.round();
    await other.drain();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await opened.states()).toEqual(['sent']);
  });

  it('STF-06 sends a mail that one of several recipients did not get only to that one again', async () => {
    let isRefused = true;
    const server = await openSmtpServer((command) => (isRefused && command.startsWith('RCPT TO:<cc@') ? '550 No such user' : undefined));
    const mail = smtpMail({ url: `smtp://127.0.0.1:${server.port}`, from: 'no-reply@example.com' });
    cleanups.push(server.close, mail.close);
    const opened = await open(mail);
    await opened.add(1);
    await opened.database.transaction('system', ({ orm }) => orm.execute(sql`update outgoing_mails set cc_addresses = '{cc@example.com}'`));
    await live(opened, 1, 1);
    expect((await opened.states())?.[0]).toBe('dead');
    isRefused = false;
    const requeue = () => opened.database.transaction('system', (transaction) => requeueMails(transaction, 'all'));
    expect(await requeue()).toHaveLength(1);
    await live(opened, 2, 1);
    const own = server.received.filter(({ source }) => source.includes('Subject: For person1'));
    expect(own.map(({ recipients }) => recipients)).toEqual([['person1@example.com'], ['cc@example.com']]);
    // The mail that is sent later has the same address lines as the first one.
    for (const { source } of own) expect(source).toMatch(/^To: person1@example\.com\nCc: cc@example\.com$/m);
    expect(await requeue()).toEqual([]);
  });

  it('STF-06 gives up a mail that the server defers for five days, and keeps it while the server is away', async () => {
    const deferred = new MailDeferredError('450 4.1.2 person1@example.com: Domain not found');
    const away = new MailDeferredError('connect ECONNREFUSED', { isServerAway: true });
    let answer: MailDeferredError | undefined = away;
    const opened = await open({
      send: async ({ to }) => {
        if (answer && to[0] === 'person1@example.com') throw answer;
      },
    });
    /** Makes all times of a mail older by this many days. */
    const age = (days: number) =>
      opened.database.transaction('system', ({ orm }) =>
        orm.execute(sql`update outgoing_mails set deferred_since = deferred_since - make_interval(days => ${days}),
          queued_at = queued_at - make_interval(days => ${days}), created_at = created_at - make_interval(days => ${days}), next_try_at = now()`),
      );
    const retry = async () => {
      await opened.sender.round();
      await opened.sender.drain();
    };
    await opened.add(1);
    await age(0);
    await retry();
    // The server was away for a week. Its first answer must not count these days.
    await age(7);
    answer = deferred;
    await live(opened, 60, 1);
    expect(await opened.states()).toEqual(['queued']);
    await age(4);
    await retry();
    expect(await opened.states()).toEqual(['queued']);

    // Another mail goes through, so the waiting one says nothing about the server.
    expect((await countMails(opened.database)).oldestSeconds).toBeGreaterThan(86_400);
    await opened.add(2);
    await age(0);
    await retry();
    expect((await opened.states())?.filter((state) => state === 'sent')).toHaveLength(1);
    expect((await countMails(opened.database)).oldestSeconds).toBeLessThan(86_400);

    await age(2);
    await retry();
    expect((await opened.states())?.[0]).toBe('dead');
  });
});
