import { getFreshness, listRefused, listWaiting, putSupply } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES } from '@yardage/contract/supply-records';
import type { Area } from '#server/features/area';
import { supplyService } from './supply.service.ts';

/** Routes that the supplier's dispatch and accounting systems call (FED-02). */
export const supplyArea: Area = (bind, services) => {
  const supply = supplyService(services);
  for (const resource of SUPPLY_RESOURCE_NAMES) {
    bind(putSupply[resource], ({ body, query }) =>
      supply.put({ resource, dataSource: body.dataSource, records: body.records, isAtomic: query.atomic === 'true' }),
    );
  }
  bind(listWaiting, ({ query }) => supply.waiting(query));
  bind(listRefused, ({ query }) => supply.refused(query));
  bind(getFreshness, () => supply.freshness());
};
