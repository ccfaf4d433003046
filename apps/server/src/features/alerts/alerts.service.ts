import type { Alert, AlertFollow, AlertSettings, followDelivery, listAlerts } from '@yardage/contract/alerts';
import type { Answer, Input } from '@yardage/contract/endpoint';
import type { AlertType } from '@yardage/domain/alerts';
import type { AreaServices } from '#server/features/area';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Caller, Scope } from '#server/http/scope';
import * as queries from './alerts.queries.ts';

/** The operations of the signed-in user on their own alerts. */
export function alertsService({ database }: Pick<AreaServices, 'database'>) {
  const follows = async (scope: Scope) => new JsonText<AlertFollow[]>(await queries.listFollows(database, scope));
  return {
    async list({ userId }: Caller, { before, limit }: Input<typeof listAlerts>['query']): Promise<JsonText<Answer<typeof listAlerts>>> {
      return new JsonText(await queries.listAlerts(database, userId, before, limit));
    },

    count: async ({ userId }: Caller) => ({ unreadCount: await queries.countUnread(database, userId) }),

    async read({ userId }: Caller, which: { alertId?: Alert['id'] | undefined; upTo?: number | undefined }) {
      await queries.markRead(database, userId, which);
      return { unreadCount: await queries.countUnread(database, userId) };
    },

    settings: ({ userId }: Caller): Promise<AlertSettings> => queries.findSettings(database, userId),

    async changeSettings({ userId }: Caller, settings: AlertSettings): Promise<AlertSettings> {
      await queries.storeSettings(database, userId, settings);
      return settings;
    },

    follows,

    async followAccount(scope: Scope, types: readonly AlertType[]) {
      await queries.storeFollow(database, scope, { orderId: null, job: null }, unique(types));
      return follows(scope);
    },

    async followDelivery(scope: Scope, orderId: number, { subject, types }: Input<typeof followDelivery>['body']) {
      const job = orNotFound(await queries.findJob(database, scope, orderId));
      const followed = subject === 'order' ? { orderId, job: null } : { orderId: null, job };
      await queries.storeFollow(database, scope, followed, unique(types));
      return follows(scope);
    },

    async unfollow(scope: Scope, followId: number) {
      if (!(await queries.deleteFollow(database, scope, followId))) throw new ApiError('not-found');
      return follows(scope);
    },
  };
}

const unique = (types: readonly AlertType[]): AlertType[] => [...new Set(types)];
