import type pg from 'pg';

/**
 * Wraps the pool for code that keeps a connection to LISTEN. When the server closes that connection, it is released from the pool, so that the
 * code can get a new one.
 */
export function listeningPool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    const client = await pool.connect();
    client.once('end', () => client.release(true));
    return client;
  };
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return connect;
      const member = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
