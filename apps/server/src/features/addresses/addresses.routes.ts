import { searchAddresses, searchAddressesPublicly } from '@yardage/contract/addresses';
import { listStates } from '@yardage/contract/registration';
import type { Area } from '#server/features/area';
import { addressesService } from './addresses.service.ts';

/** Address search and the list of states (API-17, API-49, API-50). */
export const addressesArea: Area = (bind, services) => {
  const addresses = addressesService(services);
  bind(searchAddresses, ({ selected, query }) => addresses.search(selected, query.query));
  bind(searchAddressesPublicly, ({ query }) => addresses.searchPublicly(query.search));
  bind(listStates, () => addresses.states());
};
