import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A relay in front of a database that can fall silent, or be cut. */
export interface DatabaseRelay {
  /** The database's address through the relay. */
  url: string;
  /** It still accepts connections and bytes, and passes nothing on. */
  stall(): void;
  /** Stalls only the connection that was opened first. */
  stallFirst(): void;
  /** Ends all connections, and every new one at once. */
  cut(): void;
  resume(): void;
  close(): void;
}

export async function openDatabaseRelay(databaseUrl: string): Promise<DatabaseRelay> {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const folder = searchParams.get('host');
  const target = folder ? { path: `${folder}/.s.PGSQL.${port || 5432}` } : { host: hostname, port: Number(port || 5432) };
  const lines = new Set<Socket>();
  let isStalled = false;
  let isDown = false;
  const relay = createServer((socket) => {
    if (isDown) return void socket.on('error', () => {}).destroy();
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
  const address = new URL(databaseUrl);
  address.searchParams.delete('host');
  address.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const endAll = () => {
    for (const line of lines) line.destroy();
  };
  return {
    url: address.href,
    stall: () => {
      isStalled = true;
      for (const line of lines) line.pause();
    },
    stallFirst: () => {
      for (const line of [...lines].slice(0, 2)) line.pause();
    },
    cut: () => {
      isDown = true;
      endAll();
    },
    resume: () => {
      isStalled = false;
      isDown = false;
      for (const line of lines) line.resume();
    },
    close: () => {
      endAll();
      relay.close();
    },
  };
}
