import { getDeskRemittance, getRemittance } from '@yardage/contract/remittances';
import type { Area } from '#server/features/area';
import { remittancesService } from './remittances.service.ts';

/** Files for the supplier's accounting. */
export const remittancesArea: Area = (bind, services) => {
  const remittances = remittancesService(services);
  bind(getRemittance, ({ caller, params }) => remittances.file(params.day, caller.dataSources));
  bind(getDeskRemittance, ({ caller: { userId }, params, requestId }) => remittances.fileForDesk(params.day, { userId, requestId }));
};
