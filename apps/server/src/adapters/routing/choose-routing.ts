import type { Config } from '#server/config';
import { azureMapsRouting } from './azure-maps.routing.ts';
import { builtInRouting } from './built-in.routing.ts';
import { osrmRouting } from './osrm.routing.ts';
import type { RoutingPort } from './port.ts';

/** Returns the configured router. An external one may fail; its callers keep what they know. */
export function chooseRouting(settings: Config['routing']): RoutingPort {
  if (settings.kind === 'built-in') return builtInRouting;
  return settings.kind === 'osrm' ? osrmRouting(settings.url) : azureMapsRouting(settings.url, settings.key);
}
