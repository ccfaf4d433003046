import type pg from 'pg';

/**
 * The pool as a listener for notifications needs it: the connection it keeps gives its place in the pool back when the server goes away, so
 * that the listener can take a new one.
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
