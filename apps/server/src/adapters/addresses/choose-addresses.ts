import type { Config } from '#server/config';
import type { Database } from '#server/database/database';
import { azureMapsAddresses } from './azure-maps.addresses.ts';
import { builtInAddresses } from './built-in/built-in.addresses.ts';
import { photonAddresses } from './photon.addresses.ts';
import type { AddressSearchPort } from './port.ts';

/** Returns the configured source of addresses. */
export function chooseAddresses(settings: Config['addressSearch'], database: Database): AddressSearchPort {
  if (settings.kind === 'photon') return photonAddresses(settings.url);
  if (settings.kind === 'azure-maps') return azureMapsAddresses(settings.url, settings.key);
  return builtInAddresses(database);
}
