import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

/** A TCP proxy whose connections can be cut: those of pages, service workers and the hub. */
export interface TcpProxy {
  url: string;
  /** Forwards new connections to a server. */
  forwardTo(serverUrl: string): void;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Opens a TCP proxy on a free port. */
export async function openTcpProxy(): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let target = 0;
  let isDown = false;
  const server = createServer((from) => {
    if (isDown || target === 0) return from.destroy();
    const to = createConnection(target, '127.0.0.1');
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no free port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    forwardTo: (serverUrl) => {
      target = Number(new URL(serverUrl).port);
    },
    cut() {
      isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isDown = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
