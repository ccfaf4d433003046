import { HEADERS } from '@yardage/contract/headers';
import { MAX_SUPPLY_RECORDS, type SupplyAnswer } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import type { CollectedWorld } from './collect-world.ts';
import { type OwnedRecord, worldRecords } from './world-records.ts';

/** Sends one batch; throws if a record of it is not applied. */
export type Send = (resource: SupplyResource, dataSource: string | undefined, records: readonly unknown[]) => Promise<void>;

/** Sends batches to an installation over HTTP. */
export function sendOverHttp(url: string, key: string, onAnswer: (counts: SupplyAnswer['counts']) => void): Send {
  return async (resource, dataSource, records) => {
    const answer = await fetch(`${url}/api/supply/${resource}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', [HEADERS.serviceKey]: key },
      body: JSON.stringify(dataSource === undefined ? { records } : { dataSource, records }),
    });
    if (!answer.ok) throw new Error(`${resource} answered ${answer.status}: ${await answer.text()}`);
    const { counts, results } = (await answer.json()) as SupplyAnswer;
    const open = results.find(({ outcome }) => outcome === 'refused' || outcome === 'waiting');
    if (open) throw new Error(`${resource} ${open.key}: ${JSON.stringify(open)}`);
    onAnswer(counts);
  };
}

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
