import { getDataAge } from '@yardage/contract/data-age';
import {
  forgetDeskRecord,
  getDeskFreshness,
  getIntegrationOptions,
  listDeskRefused,
  listDeskWaiting,
} from '@yardage/contract/desk-integration';
import { forgetOpenRecord, getFreshness, listRefused, listWaiting, putSupply } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES } from '@yardage/contract/supply-records';
import type { Area } from '#server/features/area';
import { supplyService } from './supply.service.ts';

/** Staff see all data sources. */
const STAFF = { dataSources: null };

/** Routes that the supplier's dispatch and accounting systems call (FED-02). */
export const supplyArea: Area = (bind, services) => {
  const supply = supplyService(services);
  for (const resource of SUPPLY_RESOURCE_NAMES) {
    bind(putSupply[resource], ({ body, query, caller, requestId }) =>
      supply.put({ resource, dataSource: body.dataSource, records: body.records, isAtomic: query.atomic === 'true' }, caller, requestId),
    );
  }
  bind(getDataAge, ({ scope }) => supply.dataAge(scope));
  bind(listWaiting, ({ query, caller }) => supply.waiting(query, caller));
  bind(listRefused, ({ query, caller }) => supply.refused(query, caller));
  bind(forgetOpenRecord, ({ query, caller, requestId }) => supply.forget(query, { ...caller, userId: null }, requestId));
  bind(getFreshness, ({ caller }) => supply.freshness(caller));
  bind(getIntegrationOptions, () => supply.options());
  bind(listDeskWaiting, ({ query }) => supply.waiting(query, STAFF));
  bind(listDeskRefused, ({ query }) => supply.refused(query, STAFF));
  bind(forgetDeskRecord, ({ query, caller: { userId }, requestId }) => supply.forget(query, { ...STAFF, userId }, requestId));
  bind(getDeskFreshness, () => supply.freshness(STAFF));
};
