import type { getDataAge } from '@yardage/contract/data-age';
import type { getIntegrationOptions } from '@yardage/contract/desk-integration';
import type { Answer, Input } from '@yardage/contract/endpoint';
import type { forgetOpenRecord, getFreshness, listRefused, listWaiting, SupplyAnswer } from '@yardage/contract/supply';
import type { Database } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { assertDataSource, type ServiceCaller } from '#server/http/service-keys';
import type { DeskAnnouncer, RecordsAnnouncer } from '#server/hub/records-change';
import { applyReleased, applySupplyBatch, type SupplyBatch } from './apply-supply-batch.service.ts';
import type { Change } from './batch-run.ts';
import { liveChanges } from './live-changes.ts';
import { deleteStaged, findStaged, listReleases, lockDataSources, parseMark } from './staging.queries.ts';
import { SUPPLY_MESSAGES } from './supply.messages.ts';
import { findFreshness, listFreshness, listOpen, listSources, type OpenFilter, type OpenRecord } from './supply.queries.ts';

/** How long a batch waits for its turn: as long as a statement waits for a lock. */
const TURN_WAIT_MS = 20_000;

/** Who reads the state of deliveries: a key, or staff, who see all data sources. */
type SupplyReader = Pick<ServiceCaller, 'dataSources'>;

/** Who withdraws a record: a key by its name, or a member of staff. */
interface Forgetter extends SupplyReader {
  name?: string;
  userId: number | null;
}

/** Applies the supplier's records, returns a result for each and announces the changes. */
export function supplyService({ database, records, desk, freshnessMinutes }: AreaServices) {
  return {
    async put(batch: SupplyBatch, caller: ServiceCaller, requestId: string): Promise<SupplyAnswer> {
      for (const code of codesOf(batch)) assertDataSource(caller, code);
      const { answer, changes } = await applySupplyBatch(database, {
        ...batch,
        waitMs: TURN_WAIT_MS,
        by: { userId: null, name: caller.name, requestId, isLimited: caller.dataSources !== null },
      });
      announce(changes, records, desk);
      return answer;
    },

    async waiting(filter: OpenFilter, { dataSources }: SupplyReader): Promise<Answer<typeof listWaiting>> {
      const { total, items } = await listOpen(database, 'waiting', filter, dataSources);
      const rows = items.map(({ id: _, dependsOn, errors: __, ...record }) => ({ ...record, waitsFor: dependsOn.map(parseMark) }));
      return { total, next: nextOf(items, filter), items: rows };
    },

    async refused(filter: OpenFilter, { dataSources }: SupplyReader): Promise<Answer<typeof listRefused>> {
      const { total, items } = await listOpen(database, 'refused', filter, dataSources);
      const rows = items.map(({ id: _, dependsOn: __, errors, ...record }) => ({ ...record, errors: errors ?? {} }));
      return { total, next: nextOf(items, filter), items: rows };
    },

    async forget(
      { resource, key, dataSource = key, updatedAt }: Input<typeof forgetOpenRecord>['query'],
      caller: Forgetter,
      requestId: string,
    ): Promise<Answer<typeof forgetOpenRecord>> {
      assertDataSource(caller, dataSource);
      await database.transaction('system', async (transaction) => {
        const { client } = transaction;
        await lockDataSources(client, [dataSource]);
        const [staged] = await findStaged(client, resource, [{ dataSource, key }]);
        const { entityId, state, updatedAt: storedAt } = orNotFound(staged);
        if (updatedAt !== undefined && Date.parse(updatedAt) !== storedAt) {
          throw new ApiError('conflict', { detail: SUPPLY_MESSAGES.otherVersion });
        }
        if (entityId !== null || state === 'applied') throw new ApiError('conflict', { detail: SUPPLY_MESSAGES.appliedBefore });
        await deleteStaged(client, resource, { dataSource, key });
        const { userId, name } = caller;
        const detail = { resource, dataSource, updatedAt: new Date(storedAt).toISOString(), ...(name !== undefined && { by: name }) };
        await recordAudit(transaction, { userId, requestId, customerId: null, action: 'supply.forget', subject: key, detail });
      });
      return { resource, dataSource, key };
    },

    async dataAge({ dataset }: Scope): Promise<Answer<typeof getDataAge>> {
      const freshness = await findFreshness(database, dataset, 'tickets');
      if (!freshness) return { deliveredAt: null, isOld: false };
      return { deliveredAt: freshness.deliveredAt, isOld: freshness.ageSeconds > freshnessMinutes * 60 };
    },

    async freshness({ dataSources }: SupplyReader): Promise<Answer<typeof getFreshness>> {
      return { items: await listFreshness(database, dataSources) };
    },

    async options(): Promise<Answer<typeof getIntegrationOptions>> {
      return { dataSources: await listSources(database) };
    },
  };
}

/** Tries records again that were refused because of a payment in the portal, once it ended or came back. */
export async function releaseSupply(database: Database, hub: RecordsAnnouncer & DeskAnnouncer): Promise<void> {
  for (const dataSource of await listReleases(database)) announce(await applyReleased(database, dataSource), hub, hub);
}

function announce(changes: readonly Change[], records: RecordsAnnouncer, desk: DeskAnnouncer): void {
  records.announceRecords(liveChanges(changes));
  // A credit or a void invoice may have closed disputes.
  if (changes.some(({ resource }) => resource === 'credits' || resource === 'invoices')) desk.announceDesk('disputes');
}

/** The data sources that a batch writes to. */
function codesOf({ dataSource, records }: SupplyBatch): string[] {
  if (dataSource !== undefined) return [dataSource];
  return records.map((record) => String((record as { key?: unknown } | null)?.key));
}

function nextOf(items: readonly OpenRecord[], { limit }: OpenFilter): string | null {
  const last = items.at(-1);
  return last && items.length >= limit ? `${Date.parse(last.receivedAt)}-${last.id}` : null;
}
