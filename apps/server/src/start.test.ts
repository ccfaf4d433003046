import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { DirectoryInUseError } from '#server/database/directory-lock';
import { describeStartFault } from '#server/start-fault';
import { findFreePorts } from '#server/testing/free-ports';
import { startServer } from '#server/testing/start-server';
import { addressOf } from '#server/testing/templates';

/** Starts a server that cannot start, and returns what it printed. */
async function failToStart(env: Record<string, string>, args: readonly string[] = []): Promise<string> {
  const server = await startServer(env, [], args).catch((error: Error) => error);
  if (!(server instanceof Error)) {
    await server.kill();
    throw new Error('the server started');
  }
  return server.message.slice(server.message.indexOf('\n') + 1);
}

const folder = mkdtempSync(join(tmpdir(), 'yardage-start-'));
const step = { host: '127.0.0.1', port: 4000, dataDir: '/data', databaseUrl: 'postgresql://login:secret@db.example:5432/yardage' };

describe('a start that fails', () => {
  it('names the setting in one sentence, changes nothing when the port is taken, and exits with 1', async () => {
    const [closedPort = 0] = await findFreePorts(1);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = String((taken.address() as { port: number }).port);
    const untouched = join(folder, 'untouched');
    const templates = inject('templates');
    const missing = templates.engine === 'postgresql' ? addressOf(templates.adminUrl, 'no_such_database') : '';
    const printed = await Promise.all([
      failToStart({ DATABASE_URL: `postgresql://login:secret@127.0.0.1:${closedPort}/yardage` }),
      failToStart({ DATABASE_URL: missing }),
      failToStart({ DATA_DIR: join(file, 'data') }),
      failToStart({ DATA_DIR: untouched, PORT: port }),
      failToStart({ DATA_DIR: untouched, WEB_ASSETS_DIR: join(file, 'shared') }),
      failToStart({ DATA_DIR: untouched }, ['--sclae=2']),
      failToStart({
        DATABASE_URL: missing,
        DATABASE_OWNER_URL: `postgresql://owner:secret@127.0.0.1:${closedPort}/yardage`,
        ROLE: 'migrate',
      }),
    ]);
    taken.close();
    expect(printed.map((text) => text.trim().split('\n').at(-1))).toEqual([
      `DATABASE_URL: the database at 127.0.0.1:${closedPort}/yardage cannot be used: nothing listens there.`,
      expect.stringMatching(/^DATABASE_URL: the database at .*no_such_database cannot be used: there is no such database\.$/),
      `DATA_DIR: the embedded database in ${join(file, 'data')} cannot be opened: it is not a folder, or its parent does not exist.`,
      `PORT: ${port} on 127.0.0.1 is already in use by another process.`,
      `WEB_ASSETS_DIR: nothing can be written to ${join(file, 'shared')}: it is not a folder, or its parent does not exist.`,
      expect.stringMatching(/^The server cannot start: Unknown option '--sclae'/),
      `DATABASE_OWNER_URL: the database at 127.0.0.1:${closedPort}/yardage cannot be used: nothing listens there.`,
    ]);
    for (const text of printed) expect(text).not.toMatch(/\[object|^\s+at |secret/m);
    expect(readdirSync(folder)).not.toContain('untouched');
  });

  it.each([
    [Object.assign(new Error('no space left'), { code: 'ENOSPC' }), 'folder', /^DATA_DIR: .* the disk is full\.$/],
    [{ name: 'ErrnoError', errno: 51, message: 'FS error' }, 'folder', /^DATA_DIR: .* the disk is full\.$/],
    [Object.assign(new Error('read-only'), { code: 'EROFS' }), 'folder', /^DATA_DIR: .* the folder is not writable\.$/],
    [
      Object.assign(new Error('denied'), { code: '28P01' }),
      'database',
      /^DATABASE_URL: the database at db\.example:5432\/yardage .* the login login was refused\.$/,
    ],
    [
      Object.assign(new Error('may not'), { code: '42501' }),
      'other',
      /^DATABASE_URL: .* the login login may not do what the start needs\.$/,
    ],
    [Object.assign(new Error('root option'), { code: 'EACCES' }), 'other', /^The server cannot start: root option/],
    [Object.assign(new Error('silent'), { code: 'ETIMEDOUT' }), 'database', /^DATABASE_URL: .* it does not answer\.$/],
    [new DirectoryInUseError('The database is in use.'), 'database', /^The database is in use\.$/],
    [{ strange: true }, 'other', /^The server cannot start: [^[]/],
  ] as const)('says what to look at: %s', (error, kind, expected) => {
    expect(describeStartFault(error, { ...step, kind })).toMatch(expected);
  });

  it('names no login if the address has none', () => {
    const refused = Object.assign(new Error('denied'), { code: '28000' });
    const said = describeStartFault(refused, { ...step, kind: 'database', databaseUrl: 'postgresql://db.example/yardage' });
    expect(said).toBe('DATABASE_URL: the database at db.example/yardage cannot be used: the login was refused.');
  });
});
