import type { ReplacedSettings, ShownWebhook, WebhookDeliveryRow, WebhookRow } from '@yardage/contract/webhooks';
import type { Actor, Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { type AuditAuthor, type AuditVerb, recordAudit } from '#server/features/audit/audit.queries';
import { placeEvents } from '#server/features/events/events.queries';
import { ApiError, orNotFound } from '#server/http/api-error';
import { secretOf } from './webhook-secrets.ts';
import { WEBHOOKS_MESSAGES } from './webhooks.messages.ts';
import * as queries from './webhooks.queries.ts';

/** The owner of the webhooks, and the database actor that reads and writes them. */
export interface WebhookSet {
  actor: Actor;
  owner: queries.WebhookOwner;
}
/** The webhooks of the supplier's own systems. */
export const SUPPLIER_WEBHOOKS: WebhookSet = { actor: 'system', owner: null };

export interface WebhookSettings {
  name: string;
  url: string;
  types: readonly string[];
  dataSources?: readonly string[] | undefined;
  hasPrices: boolean;
}

/** How many webhooks a customer can have, so that one account does not take the places of others. */
const MAX_OF_CUSTOMER = 20;

/** Compares settings; the order of their lists says nothing. */
function areSameSettings(one: ReplacedSettings, other: ReplacedSettings): boolean {
  const textOf = ({ name, url, types, dataSources }: ReplacedSettings) =>
    JSON.stringify([name, url, types.toSorted(), dataSources?.toSorted() ?? null]);
  return textOf(one) === textOf(other);
}

/** Manages the webhooks of one owner. */
export function webhooksService({ database, webhooks }: Pick<AreaServices, 'database' | 'webhooks'>, { actor, owner }: WebhookSet) {
  const checked = ({ url, types, dataSources, ...rest }: WebhookSettings) => {
    const fault = webhooks.port.faultOf(url, owner === null ? 'supplier' : 'customer');
    if (fault) throw new ApiError('validation-failed', { fieldErrors: { url: [fault] } });
    return { ...rest, url, types: [...new Set(types)], dataSources: dataSources ? [...new Set(dataSources)] : null };
  };

  /** Changes a locked webhook, with an audit entry, and returns it as it is listed. */
  const change = async (
    id: number,
    verb: AuditVerb<'webhooks'>,
    by: AuditAuthor,
    work: (transaction: Transaction, webhook: queries.Webhook) => Promise<unknown>,
  ): Promise<{ row: WebhookRow; webhook: queries.Webhook }> =>
    database.transaction(actor, async (transaction) => {
      const webhook = orNotFound(await queries.lockWebhook(transaction, owner, id));
      await work(transaction, webhook);
      const entry = { ...by, customerId: owner, action: `webhooks.${verb}`, subject: webhook.name } as const;
      await recordAudit(transaction, { ...entry, detail: { id } });
      return { row: orNotFound(await queries.findWebhook(transaction, owner, id)), webhook };
    });

  const shown = async (row: WebhookRow, publicId: string, version: number): Promise<ShownWebhook> => ({
    webhook: row,
    secret: secretOf(await webhooks.signingKey(), publicId, version),
  });

  return {
    list: (): Promise<WebhookRow[]> => queries.listWebhooks(database, actor, owner),
    listForDesk: () => queries.listForDesk(database),

    async create(settings: WebhookSettings, by: AuditAuthor): Promise<ShownWebhook> {
      const values = { ...checked(settings), customerId: owner, createdBy: by.userId };
      // Earlier events must have their place in the feed before the webhook exists, so that it does not get them.
      await placeEvents(database);
      const { row, stored } = await database.transaction(actor, async (transaction) => {
        if (owner !== null && (await queries.countForNew(transaction, owner)) >= MAX_OF_CUSTOMER) {
          throw new ApiError('conflict', { detail: WEBHOOKS_MESSAGES.tooMany(MAX_OF_CUSTOMER) });
        }
        const stored = await queries.insertWebhook(transaction, values);
        const { name, url, types } = values;
        const entry = { ...by, customerId: owner, action: 'webhooks.create', subject: name } as const;
        await recordAudit(transaction, { ...entry, detail: { id: stored.id, url, types } });
        return { stored, row: orNotFound(await queries.findWebhook(transaction, owner, stored.id)) };
      });
      return shown(row, stored.publicId, stored.secretVersion);
    },

    /** `replaces` are the settings that the author has seen, if they say so. */
    async update(id: number, settings: WebhookSettings, replaces: ReplacedSettings | undefined, by: AuditAuthor): Promise<WebhookRow> {
      const values = checked(settings);
      const update = async (transaction: Transaction, webhook: queries.Webhook) => {
        if (replaces && !areSameSettings(webhook, replaces)) throw new ApiError('conflict', { detail: WEBHOOKS_MESSAGES.changed });
        await queries.updateWebhook(transaction, id, values);
      };
      return (await change(id, 'update', by, update)).row;
    },

    async pause(id: number, by: AuditAuthor): Promise<WebhookRow> {
      const pause = async (transaction: Transaction, { state }: queries.Webhook) => {
        if (state !== 'active') throw new ApiError('conflict', { detail: WEBHOOKS_MESSAGES.notActive });
        await queries.updateWebhook(transaction, id, { state: 'paused' });
      };
      return (await change(id, 'pause', by, pause)).row;
    },

    async resume(id: number, by: AuditAuthor): Promise<WebhookRow> {
      const resume = async (transaction: Transaction, { state }: queries.Webhook) => {
        if (state === 'active') throw new ApiError('conflict', { detail: WEBHOOKS_MESSAGES.notPaused });
        // A customer's webhook depends on its maker's access. From now on its maker is the member who resumes it.
        const maker = owner === null ? {} : { createdBy: by.userId };
        await queries.updateWebhook(transaction, id, { state: 'active', failingSince: null, lastError: null, ...maker });
        await queries.restartWaiting(transaction, id);
      };
      return (await change(id, 'resume', by, resume)).row;
    },

    async rotate(id: number, graceHours: number, by: AuditAuthor): Promise<ShownWebhook> {
      const rotate = (transaction: Transaction, webhook: queries.Webhook) => queries.nextSecret(transaction, webhook, graceHours);
      const { row, webhook } = await change(id, 'rotate', by, rotate);
      return shown(row, webhook.publicId, webhook.secretVersion + 1);
    },

    async remove(id: number, by: AuditAuthor): Promise<{ message: string }> {
      await database.transaction(actor, async (transaction) => {
        const { name } = orNotFound(await queries.lockWebhook(transaction, owner, id));
        await queries.updateWebhook(transaction, id, { state: 'deleted' });
        await recordAudit(transaction, { ...by, customerId: owner, action: 'webhooks.delete', subject: name, detail: { id } });
      });
      return { message: WEBHOOKS_MESSAGES.deleted };
    },

    async deliveries(id: number, filter: { state: string; limit: number }): Promise<WebhookDeliveryRow[]> {
      orNotFound((await queries.listWebhooks(database, actor, owner)).find((webhook) => webhook.id === id));
      return queries.listDeliveries(database, actor, id, filter);
    },

    async replayDelivery(id: number, deliveryId: number, by: AuditAuthor): Promise<WebhookDeliveryRow> {
      let row: WebhookDeliveryRow | undefined;
      await change(id, 'replay', by, async (transaction) => {
        row = orNotFound(await queries.replayDelivery(transaction, id, deliveryId));
      });
      return orNotFound(row);
    },

    async replaySince(id: number, since: string, by: AuditAuthor): Promise<{ replayed: number }> {
      await placeEvents(database);
      let replayed = 0;
      await change(id, 'replay', by, async (transaction) => {
        replayed = await queries.replaySince(transaction, id, since);
      });
      return { replayed };
    },
  };
}
