import { MAX_SUPPLY_RECORDS } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import type { CollectedWorld } from './collect-world.ts';
import { type OwnedRecord, worldRecords } from './world-records.ts';

/** Sends one batch; throws if a record of it is not applied. */
export type Send = (resource: SupplyResource, dataSource: string | undefined, records: readonly unknown[]) => Promise<void>;

/** Pushes a world, or some of its data sources, through the API in batches. Returns how many records each resource has. */
export async function pushWorld(
  world: CollectedWorld,
  now: Date,
  send: Send,
  isPushed: (dataSource: string) => boolean = () => true,
): Promise<Record<SupplyResource, number>> {
  const all = worldRecords(world, now);
  const counts = {} as Record<SupplyResource, number>;
  for (const resource of SUPPLY_RESOURCE_NAMES) {
    const whole: readonly OwnedRecord[] = all[resource];
    const records = whole.filter(({ dataSource, record }) => isPushed(dataSource ?? record.key));
    counts[resource] = records.length;
    for (const [dataSource, owned] of Map.groupBy(records, (each) => each.dataSource)) {
      for (let from = 0; from < owned.length; from += MAX_SUPPLY_RECORDS) {
        await send(
          resource,
          dataSource,
          owned.slice(from, from + MAX_SUPPLY_RECORDS).map(({ record }) => record),
        );
      }
    }
  }
  return counts;
}
