import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Database } from '#server/database/database';
import { openEngine } from '#server/database/engine';
import type { Kind } from './templates.ts';
import { copyTestDatabase, type TestDatabase } from './test-database.ts';

/** A test database behind a relay that can fall silent: it still accepts connections and bytes, and passes nothing on. */
export interface StallableDatabase extends TestDatabase {
  stall(): void;
  /** Only the connection that was opened first, which is the one that watches the database. */
  stallFirst(): void;
  resume(): void;
}

export async function openStallable(kind: Kind): Promise<StallableDatabase> {
  const { url, remove } = await copyTestDatabase(kind);
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const target = folder ? { path: `${folder}/.s.PGSQL.${port || 5432}` } : { host: hostname, port: Number(port || 5432) };
  const lines = new Set<Socket>();
  let isStalled = false;
  const relay = createServer((socket) => {
    const server = connect(target);
    for (const [from, to] of [
      [socket, server],
      [server, socket],
    ] as const) {
      lines.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        lines.delete(from);
        to.destroy();
      });
      from.pipe(to);
      if (isStalled) from.pause();
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = new URL(url);
  address.searchParams.delete('host');
  address.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const engine = await openEngine({ databaseUrl: address.href, dataDir: '', poolSize: 4 });
  const resume = () => {
    isStalled = false;
    for (const line of lines) line.resume();
  };
  return {
    database: new Database(engine),
    stall: () => {
      isStalled = true;
      for (const line of lines) line.pause();
    },
    stallFirst: () => {
      for (const line of [...lines].slice(0, 2)) line.pause();
    },
    resume,
    close: async () => {
      resume();
      await engine.close();
      for (const line of lines) line.destroy();
      relay.close();
      await remove();
    },
  };
}
