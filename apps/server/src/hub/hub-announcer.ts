import { createAdapter } from '@socket.io/postgres-adapter';
import { HUB, LIVE_RECORDS, MAX_CHANGED_IDS } from '@yardage/contract/hub';
import { Server } from 'socket.io';
import type { Database } from '#server/database/database';
import { codeRoom, DISPATCHERS_ROOM, type HubNamespace } from './hub-socket.ts';
import type { RecordsAnnouncer, RecordsChange } from './records-change.ts';

/** The size limit of a PostgreSQL notification, less what the adapter adds. */
const NOTIFICATION_BYTES = 7_000;

/** The adapter that connects nodes through PostgreSQL; undefined with the embedded engine, which has only one process. */
export function sharedAdapter({ engine }: Database, errorHandler: (error: Error) => void, { canListen = true } = {}) {
  const pool = engine.listeningPool;
  if (!pool) return undefined;
  return createAdapter(canListen ? pool : withoutListening(pool), {
    channelPrefix: 'yardage-hub',
    tableName: 'hub_attachments',
    payloadThreshold: NOTIFICATION_BYTES,
    errorHandler,
  });
}

type Pool = NonNullable<Database['engine']['listeningPool']>;

/**
 * A pool for a process that only announces: it gives the adapter no connection to listen on. An adapter that is closed while it waits for
 * that connection would never give it back.
 */
function withoutListening(pool: Pool): Pool {
  const { promise: never } = Promise.withResolvers<never>();
  const read = (target: Pool, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name);
    // Bound to the pool itself, whose own methods need connections.
    return typeof value === 'function' ? value.bind(target) : value;
  };
  return new Proxy(pool, { get: (target, name) => (name === 'connect' ? () => never : read(target, name)) });
}

/** Sends changes to the connections of those who may see them. */
export function emitRecords(namespace: HubNamespace, changes: readonly RecordsChange[]): void {
  for (const { customerId, globalCustomerNumber, resource, ids } of changes) {
    const rooms = LIVE_RECORDS[resource].map((code) => codeRoom(customerId, code));
    // Dispatch sees the requests of all customers.
    if (resource === 'requests') rooms.push(DISPATCHERS_ROOM);
    namespace.to(rooms).emit('RecordsChanged', { globalCustomerNumber, resource, ids: ids.slice(0, MAX_CHANGED_IDS) });
  }
}

/** Announces to the connections of all nodes from a process that has none of its own, such as a command. */
export function openAnnouncer(database: Database, onError: (error: Error) => void): RecordsAnnouncer & { close(): Promise<void> } {
  const adapter = sharedAdapter(database, onError, { canListen: false });
  if (!adapter) return { announceRecords: () => {}, close: async () => {} };
  const io = new Server({ adapter, serveClient: false });
  const namespace: HubNamespace = io.of(HUB.namespace);
  // Wraps the adapter's publish to wait for it, so that nothing is lost when the command ends right after its last announcement.
  const publisher = namespace.adapter as unknown as { doPublish(message: unknown): Promise<string> };
  const publish = publisher.doPublish.bind(namespace.adapter);
  const underWay = new Set<Promise<unknown>>();
  publisher.doPublish = (message) => {
    const sent = publish(message);
    const settled = sent.catch(onError).finally(() => underWay.delete(settled));
    underWay.add(settled);
    return sent;
  };
  return {
    announceRecords: (changes) => emitRecords(namespace, changes),
    async close() {
      while (underWay.size > 0) await Promise.all(underWay);
      await namespace.adapter.close();
      io.of('/').adapter.close();
    },
  };
}
