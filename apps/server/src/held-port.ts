import Fastify from 'fastify';
import { BARE_HEADERS } from '#server/http/security-headers';

/** A port that this process holds while the server still starts. */
export interface HeldPort {
  /** Frees the port, so that the server can listen on it. */
  release(): Promise<void>;
}

/**
 * Takes the port before anything is changed, so that a second start on the same port fails without having touched the database. Until the
 * server listens, callers get an answer that says it is starting. Port 0 takes any free port later.
 */
export async function holdPort(host: string, port: number): Promise<HeldPort> {
  if (port === 0) return { release: async () => {} };
  const holder = Fastify({ forceCloseConnections: true });
  holder.setNotFoundHandler((request, reply) =>
    reply
      .code(request.url === '/healthz' ? 200 : 503)
      .headers({ ...BARE_HEADERS, 'retry-after': '1', connection: 'close' })
      .send({ status: 'starting' }),
  );
  await holder.listen({ host, port });
  return { release: () => holder.close() };
}
