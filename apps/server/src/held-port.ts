import { once } from 'node:events';
import { createServer } from 'node:http';

/** A port that is ours while the server still starts. */
export interface HeldPort {
  /** Frees the port, so that the server can listen on it. */
  release(): Promise<void>;
}

/**
 * Takes the port before anything is changed, so that a second start on the same port fails without having touched the database. Until the
 * server listens, callers are told that it is starting. Port 0 takes any free port later.
 */
export async function holdPort(host: string, port: number): Promise<HeldPort> {
  if (port === 0) return { release: async () => {} };
  const server = createServer((request, response) => {
    const status = request.url === '/healthz' ? 200 : 503;
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' });
    response.end(JSON.stringify({ status: 'starting' }));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    release: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
