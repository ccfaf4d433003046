import { setTimeout as pause } from 'node:timers/promises';
import type { Input } from '@yardage/contract/endpoint';
import type { listCustomerEvents, listEvents, PortalEvent } from '@yardage/contract/events';
import { CUSTOMER_EVENT_TYPES, SUPPLY_EVENT_TYPES } from '@yardage/contract/events';
import { canSeePrices } from '@yardage/contract/permissions';
import type { Actor } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import type { Scope } from '#server/http/scope';
import type { ServiceCaller } from '#server/http/service-keys';
import { completeEvents } from './event-content.ts';
import { type FeedPart, findDeletedPosition, findHistories, placeEvents, readFeed } from './events.queries.ts';
import { cursorAt, FIRST_HISTORY, goOnAfter, placeOf } from './feed-cursor.ts';

/** How often a waiting reader looks for new events. */
const LOOK_MS = 500;
/** How many calls of a key or a user may wait at a time in this process, because each looks into the database all the while. */
const MAX_WAITING = 4;

interface Feed {
  events: PortalEvent[];
  cursor: string;
  hasMore: boolean;
  hasGap: boolean;
}

/** The feed of events, for the supplier's systems and for those of a customer. */
export function eventsService({ database, stopping }: AreaServices) {
  /** Returns where the reader goes on, in which history of the feed, and the last place that was given in it so far. */
  const startOf = async (cursor: string | undefined): Promise<{ after: number; history: string; lastGiven: number }> => {
    const place = placeOf(cursor);
    const { histories, lastPosition } = await findHistories(database);
    const history = histories.at(-1)?.name ?? FIRST_HISTORY;
    return { after: goOnAfter(place, histories, lastPosition), history, lastGiven: lastPosition };
  };

  /** Reads one page. If it is empty, waits for an event as long as the reader wishes and is connected. */
  const read = async (
    actor: Actor,
    { cursor, ...rest }: Omit<FeedPart, 'after'> & { cursor: string | undefined },
    hasPrices: boolean,
    waitSeconds: number,
    signal: AbortSignal,
  ): Promise<Feed> => {
    const { after, history, lastGiven } = await startOf(cursor);
    const part = { ...rest, after };
    const deadline = performance.now() + waitSeconds * 1000;
    const hasGap = cursor !== undefined && part.after < (await findDeletedPosition(database));
    for (;;) {
      await placeEvents(database);
      // Reads one event more than requested, to find out whether there are more.
      const { items, lastPosition } = await readFeed(database, actor, { ...part, limit: part.limit + 1 });
      const page = items.slice(0, part.limit);
      const hasMore = items.length > page.length;
      if (page.length > 0 || performance.now() + LOOK_MS > deadline || signal.aborted) {
        // Nothing up to these places is left to read, also where the types or data sources of this reader left something out. A customer's
        // last position is that of their own events; what others had before this call is behind them, too.
        const position = hasMore ? (page.at(-1)?.position ?? part.after) : Math.max(lastPosition, lastGiven);
        return { events: await completeEvents(database, page, hasPrices), cursor: cursorAt({ history, position }), hasMore, hasGap };
      }
      await pause(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  };

  /** How many calls of each reader wait. A reader is a user, or a key by the negative of its id, as in a customer's scope. */
  const waitingCalls = new Map<number, number>();

  /** Runs a call that may wait for some seconds, or for none if enough calls of its reader wait already. */
  const withWaitLimit = async (readerId: number, seconds: number, work: (seconds: number) => Promise<Feed>): Promise<Feed> => {
    const others = waitingCalls.get(readerId) ?? 0;
    if (seconds === 0 || others >= MAX_WAITING) return work(0);
    waitingCalls.set(readerId, others + 1);
    try {
      return await work(seconds);
    } finally {
      const left = (waitingCalls.get(readerId) ?? 1) - 1;
      if (left > 0) waitingCalls.set(readerId, left);
      else waitingCalls.delete(readerId);
    }
  };

  /** A wait ends with the connection or the server, whichever is first. Calls that do not wait need no signal of their own. */
  const waiting = (seconds: number, signal: () => AbortSignal) => (seconds > 0 ? AbortSignal.any([signal(), stopping]) : stopping);

  return {
    async list({ keyId, dataSources }: ServiceCaller, query: Input<typeof listEvents>['query'], signal: () => AbortSignal): Promise<Feed> {
      const { after, types = SUPPLY_EVENT_TYPES, limit, wait } = query;
      const part = { cursor: after, types, limit, dataSources };
      return withWaitLimit(-(keyId ?? 0), wait, (seconds) => read('system', part, true, seconds, waiting(seconds, signal)));
    },

    async listOfCustomer(scope: Scope, query: Input<typeof listCustomerEvents>['query'], signal: () => AbortSignal): Promise<Feed> {
      const { after, types = CUSTOMER_EVENT_TYPES, limit, wait } = query;
      const part = { cursor: after, types, limit, customerId: scope.customerId };
      const hasPrices = canSeePrices(scope.permissions);
      return withWaitLimit(scope.userId, wait, (seconds) => read(scope, part, hasPrices, seconds, waiting(seconds, signal)));
    },
  };
}
