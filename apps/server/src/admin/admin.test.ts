import { getProfile } from '@yardage/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInAccounts } from '#server/adapters/identity/built-in/accounts';
import { sql } from '#server/database/drizzle';
import { noteRetention } from '#server/features/retention/retention.service';
import { applySupplyBatch } from '#server/features/supply/apply-supply-batch.service';
import type { RetentionDays } from '#server/operations-config';
import { runAdmin } from '#server/run-admin';
import { openServerWorld } from '#server/testing/server-process';
import { sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { readCommand, runCommand } from './admin.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app?.close());

/** Runs a command, answers its question, and returns what it printed. */
async function run(
  command: string[],
  answer?: boolean,
  retention: Partial<RetentionDays> = app.config.retention,
): Promise<{ lines: string[]; questions: string[] }> {
  const [lines, questions]: [string[], string[]] = [[], []];
  const confirm = async (question: string) => {
    questions.push(question);
    return answer ?? false;
  };
  const terminal = { say: (line: string) => void lines.push(line), confirm };
  await runCommand(readCommand(command), {
    database: app.database,
    accounts: builtInAccounts(app.database),
    terminal,
    retention,
  });
  return { lines, questions };
}

const statusOf = async (key: string | undefined) =>
  (
    await app.http.inject({
      method: 'POST',
      url: '/api/telemetry/positions',
      headers: { 'x-service-key': key },
      payload: { positions: ['nothing'] },
    })
  ).statusCode;

describe('npm run admin -- key', () => {
  it('FED-01 adds a key that works, lists it without its secret, rotates and revokes it', async () => {
    const secret = (await run(['key', 'add', 'Loader', '--scopes', 'telemetry:write', '--expires', '2049-01-01'])).lines.at(-1) ?? '';
    expect(await statusOf(secret)).toBe(200);
    const [line] = (await run(['key', 'list'])).lines;
    expect(line).toContain('Loader');
    expect(line).toContain('expires 2049-01-01');
    expect(line).not.toContain(secret);
    const rotated = (await run(['key', 'rotate', 'Loader', '--grace-hours', '0', '--yes'])).lines.at(-1);
    expect([await statusOf(secret), await statusOf(rotated)]).toEqual([401, 200]);
    await run(['key', 'revoke', 'Loader', '--yes']);
    expect(await statusOf(rotated)).toBe(401);
  });

  it('FED-01 says that a key is for a data source that has not been sent, whose code may be mistyped', async () => {
    const known = await app.database.read<string>('system', sql`select min(code) as answer from data_sources`);
    const { lines } = await run(['key', 'add', 'Mistyped', '--scopes', '*', '--data-sources', `${known},NOWHERE`]);
    expect(lines).toEqual([
      'No data source NOWHERE has been sent yet. The key is for this code only, so check it.',
      'This is the only time that the key is shown:',
      expect.stringMatching(/^yk_/),
    ]);
    await run(['key', 'revoke', 'Mistyped', '--yes']);
  });

  it('FED-01 asks before it removes something', async () => {
    const secret = (await run(['key', 'add', 'Asked', '--scopes', '*', '--data-sources', 'A, B'])).lines.at(-1);
    for (const command of [
      ['key', 'revoke', 'Asked'],
      ['key', 'rotate', 'Asked'],
    ]) {
      const { questions, lines } = await run(command, false);
      expect(questions).toHaveLength(1);
      expect(lines).toEqual(['Nothing was changed.']);
    }
    expect(await statusOf(secret)).toBe(200);
    await run(['key', 'revoke', 'Asked'], true);
    expect(await statusOf(secret)).toBe(401);
  });

  it.each([
    [['key', 'add', 'Wrong', '--scopes', 'trucks:drive'], 'There is no such scope.'],
    [['key', 'add', 'Wrong', '--scopes', 'orders:wriet,plants:write'], 'There is no such scope. orders:wriet: none of *, '],
    [['key', 'add', 'Wrong'], 'Choose at least one scope.'],
    [['key', 'add', 'Wrong', '--scopes', '*', '--expires', 'tomorrow'], "'tomorrow' is not a date"],
    [['key', 'add', 'Wrong', '--scopes', '*', '--expires', '2020-01-01'], 'This time has passed already.'],
    [['key', 'rotate', 'Nobody'], "There is no key 'Nobody' in use."],
    [['key', 'revoke', 'Nobody', '--yes'], "There is no key 'Nobody' in use."],
    [['key', 'add'], 'Usage'],
    [['key', 'list', 'extra'], 'Usage'],
    [['key', 'drop', 'x'], 'Usage'],
    [['key', 'add', 'x', '--wrong'], "Unknown option '--wrong'"],
  ])('FED-01 explains what is wrong with %j', async (command, message) => {
    await expect(run(command)).rejects.toThrow(message);
  });
});

describe('npm run admin -- staff', () => {
  const profileOf = async (email: string) => (await app.call(getProfile, { as: email })).body;

  it('STF-01 makes somebody staff, who signs in with a temporary password, and withdraws it', async () => {
    const { lines } = await run(['staff', 'add', 'First.Staff@example.com', '--first-name', 'Ada', '--last-name', 'Stone']);
    expect(lines[0]).toBe('first.staff@example.com has access to the desk as Administrator.');
    expect(lines[1]).toMatch(/password (\w{4}-){3}\w{4}, within 7 days/);
    expect(await profileOf('first.staff@example.com')).toMatchObject({
      isStaff: true,
      staffRole: 'Administrator',
      firstName: 'Ada',
      lastName: 'Stone',
    });
    expect((await run(['staff', 'list'])).lines).toContain('first.staff@example.com  Ada Stone  Administrator');
    expect((await run(['staff', 'add', 'first.staff@example.com'])).lines[0]).toContain('already');
    expect((await run(['staff', 'remove', 'first.staff@example.com'], false)).questions).toHaveLength(1);
    expect(await profileOf('first.staff@example.com')).toMatchObject({ isStaff: true });
    expect((await run(['staff', 'add', 'first.staff@example.com', '--role', 'credit'])).lines).toEqual([
      'first.staff@example.com has the role Credit now.',
    ]);
    expect(await profileOf('first.staff@example.com')).toMatchObject({ staffRole: 'Credit' });
    await run(['staff', 'remove', 'first.staff@example.com', '--yes']);
    expect(await profileOf('first.staff@example.com')).toMatchObject({ isStaff: false, staffRole: null });
    const actions = await app.database.read(
      'system',
      sql`select json_agg(action order by id) as answer from audit_log where subject = 'first.staff@example.com' and action like 'staff.%'`,
    );
    expect(actions).toEqual(['staff.add', 'staff.change-role', 'staff.remove']);
  });

  it('STF-01 gives a known user who becomes staff the names that are typed, and leaves the others as they are', async () => {
    await run(['staff', 'add', 'typed.twice@example.com', '--first-name', 'Ada', '--last-name', 'Stne']);
    await run(['staff', 'remove', 'typed.twice@example.com', '--yes']);
    await run(['staff', 'add', 'typed.twice@example.com', '--last-name', 'Stone']);
    expect(await profileOf('typed.twice@example.com')).toMatchObject({ firstName: 'Ada', lastName: 'Stone', isStaff: true });
  });

  it('STF-01 makes a known user staff, keeps their sign-in, and says that they are a customer', async () => {
    expect((await run(['staff', 'add', 'viewer@example.com', '--role', 'Dispatcher'])).lines).toEqual([
      'viewer@example.com has access to the desk as Dispatcher.',
      expect.stringMatching(/^viewer@example\.com also belongs to .*customer account/),
      'They sign in as before.',
    ]);
    await run(['staff', 'remove', 'viewer@example.com', '--yes']);
  });

  it('STF-01 refuses an invalid address and a user who is not staff', async () => {
    await expect(run(['staff', 'add', 'nobody'])).rejects.toThrow("'nobody' is not an email address.");
    await expect(run(['staff', 'add', 'viewer@example.com', '--role', 'boss'])).rejects.toThrow("'boss' is not a role.");
    await expect(run(['staff', 'remove', 'owner@example.com', '--yes'])).rejects.toThrow('is not one of the staff');
  });
});

describe('npm run admin -- staff add, in a production that has not started yet', () => {
  it('STF-01 sends the first of the staff to the identity provider, also where the environment does not name it', async () => {
    const { databaseUrl, remove } = await openServerWorld('empty');
    const lines: string[] = [];
    const terminal = { say: (line: string) => void lines.push(line), confirm: async () => false };
    const settings = { databaseUrl, dataDir: '', hasOutsideSignIn: false, retention: {} };
    await runAdmin(['staff', 'add', 'first@supplier.example'], settings, terminal).finally(remove);
    expect(lines.at(-1)).toBe('They sign in at your identity provider with this address.');
  });
});

describe('npm run admin -- retention run', () => {
  it('RUN-06 asks, deletes what is too old, and records it', async () => {
    await app.database.transaction('system', ({ client }) =>
      client.query(
        "insert into audit_log (at, action, subject, detail, request_id) values (now() - interval '9 years', 'old', 'old', '{}', 'old')",
      ),
    );
    const refused = await run(['retention', 'run'], false);
    expect(refused.lines).toEqual(['Nothing was changed.']);
    expect(refused.questions[0]).toContain('RETENTION_AUDIT_DAYS: 2555 days\nRETENTION_MAIL_DAYS: 365 days');
    expect((await run(['retention', 'run'], true)).lines.at(-1)).toMatch(/^Deleted: .*1 audit entries/);
    const audited = sql`select detail ->> 'audit entries' as answer from audit_log where action = 'retention.run'`;
    expect(await app.database.read('system', audited)).toBe('1');
  });

  it('RUN-06 keeps what the portal keeps, also where its settings are not in the environment of the command', async () => {
    await expect(run(['retention', 'run', '--yes'], true, {})).rejects.toThrow(
      /^Nothing was deleted: .*RETENTION_AUDIT_DAYS, RETENTION_MAIL/,
    );
    await noteRetention(app.database, { ...app.config.retention, audit: 0 });
    const old =
      "insert into audit_log (at, action, subject, detail, request_id) values (now() - interval '9 years', 'kept', 'kept', '{}', 'kept')";
    await app.database.transaction('system', ({ client }) => client.query(old));
    const { questions } = await run(['retention', 'run'], true, { mails: 400 });
    expect(questions[0]).toContain('RETENTION_AUDIT_DAYS: for ever\nRETENTION_MAIL_DAYS: 400 days (the portal itself: 365 days)');
    expect(await app.database.read('system', sql`select count(*)::int as answer from audit_log where action = 'kept'`)).toBe(1);
  });
});

describe('npm run admin -- sign-in', () => {
  it('STF-02 asks, then detaches a sign-in, and lets it be linked again', async () => {
    const status = async () => (await app.call(getProfile, { as: 'field@example.com' })).status;
    expect(await status()).toBe(200);
    expect((await run(['sign-in', 'detach', 'field@example.com'], false)).lines).toEqual(['Nothing was changed.']);
    expect((await run(['sign-in', 'detach', 'Field@example.com'], true)).lines[0]).toContain('is detached');
    expect(await status()).toBe(403);
    await expect(run(['sign-in', 'detach', 'field@example.com', '--yes'])).rejects.toThrow('No sign-in is linked');
    await run(['sign-in', 'allow', 'field@example.com']);
    expect(await status()).toBe(200);
    await expect(run(['sign-in', 'allow', 'field@example.com'])).rejects.toThrow('No sign-in was detached');
    await expect(run(['sign-in', 'detach', 'nobody.at.all@example.com', '--yes'])).rejects.toThrow('There is no user');
  });
});

describe('npm run admin -- mail give-up', () => {
  it('STF-06 ends a mail that waits, after asking, and refuses one that does not', async () => {
    const { rows } = await app.database.transaction('system', ({ orm }) =>
      orm.execute<{
        id: string;
      }>(sql`insert into outgoing_mails (document_kind, document_reference, to_addresses, cc_addresses, bcc_addresses, subject, message)
        values ('nothing', '{}', '{a@example.com}', '{}', '{}', 'Waits', '') returning id`),
    );
    const id = String(rows[0]?.id);
    const stateOf = () => app.database.read<string>('system', sql`select state as answer from outgoing_mails where id = ${id}::bigint`);
    expect((await run(['mail', 'give-up', id], false)).questions).toHaveLength(1);
    expect(await stateOf()).toBe('queued');
    await run(['mail', 'give-up', id, '--yes']);
    expect(await stateOf()).toBe('dead');
    await expect(run(['mail', 'give-up', id, '--yes'])).rejects.toThrow('does not wait');
    await expect(run(['mail', 'give-up', 'x', '--yes'])).rejects.toThrow('by its number');
  });
});

describe('npm run admin -- data-source purge', () => {
  const addSource = (key: string, isTest: boolean) =>
    applySupplyBatch(app.database, {
      resource: 'data-sources',
      dataSource: undefined,
      records: [{ ...sampleRecord['data-sources'](), key, isTest }],
      isAtomic: true,
    });
  const isThere = (code: string) =>
    app.database.read<boolean>('system', sql`select exists (select from data_sources where code = ${code}) as answer`);

  it('FED-08 asks, then deletes a test data source, and records it; it refuses any other', async () => {
    await addSource('TRIAL', true);
    await addSource('REAL', false);
    const refused = await run(['data-source', 'purge', 'TRIAL'], false);
    expect(refused.questions).toEqual(["Delete everything of the test data source 'TRIAL'? This cannot be undone."]);
    expect(refused.lines).toEqual(['Nothing was changed.']);
    expect(await isThere('TRIAL')).toBe(true);
    expect((await run(['data-source', 'purge', 'TRIAL'], true)).lines.at(-1)).toBe("The data source 'TRIAL' is deleted.");
    expect(await isThere('TRIAL')).toBe(false);
    const audited = sql`select subject as answer from audit_log where action = 'data-sources.purge'`;
    expect(await app.database.read('system', audited)).toBe('TRIAL');
    await expect(run(['data-source', 'purge', 'REAL', '--yes'])).rejects.toThrow('is not a test data source');
    await expect(run(['data-source', 'purge', 'NONE', '--yes'])).rejects.toThrow("There is no data source 'NONE'.");
    expect(await isThere('REAL')).toBe(true);
  });
});
