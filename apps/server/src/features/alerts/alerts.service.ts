import type { Alert, AlertFollow, AlertSettings, followDelivery, listAlerts } from '@yardage/contract/alerts';
import type { Answer, Input } from '@yardage/contract/endpoint';
import type { AlertType } from '@yardage/domain/alerts';
import type { PushSubscription } from '#server/adapters/push/port';
import type { AreaServices } from '#server/features/area';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Caller, Scope } from '#server/http/scope';
import { isOwnLink } from './alert-engine.ts';
import * as queries from './alerts.queries.ts';

/** The operations of the signed-in user on their own alerts. */
export function alertsService({ database, push }: Pick<AreaServices, 'database' | 'push'>) {
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

    async changeFollow(scope: Scope, followId: number, types: readonly AlertType[]) {
      const isOwn =
        types.length > 0
          ? queries.changeFollow(database, scope, followId, unique(types))
          : queries.deleteFollow(database, scope, followId, { isOfAccount: false });
      if (!(await isOwn)) throw new ApiError('not-found');
      return follows(scope);
    },

    pushKey: async () => ({ publicKey: await push.publicKey() }),

    async addBrowser({ userId }: Caller, browser: PushSubscription) {
      const fault = push.faultOf(browser.endpoint);
      if (fault) throw new ApiError('validation-failed', { fieldErrors: { endpoint: [fault] } });
      const keyFault = push.keyFaultOf(browser.p256dh);
      if (keyFault) throw new ApiError('validation-failed', { fieldErrors: { p256dh: [keyFault] } });
      await queries.storeBrowser(database, userId, browser);
      return { isOn: true };
    },

    async removeBrowser({ userId }: Caller, endpoint: string) {
      await queries.deleteBrowser(database, userId, endpoint);
      return { isOn: false };
    },

    async unfollow(scope: Scope, followId: number) {
      if (!(await queries.deleteFollow(database, scope, followId))) throw new ApiError('not-found');
      return follows(scope);
    },
  };
}

const unique = (types: readonly AlertType[]): AlertType[] => [...new Set(types)];

/** Ends the mails of the user whom a signed link names. Returns false if the link is not ours. */
export function unsubscribeService(database: AreaServices['database'], signingKey: () => Promise<string>) {
  const isOwn = async (userId: number, key: string): Promise<boolean> => isOwnLink(await signingKey(), userId, key);
  return {
    isOwn,
    end: async (userId: number, key: string): Promise<boolean> => (await isOwn(userId, key)) && queries.endMails(database, userId),
  };
}
