import type { Logger } from 'pino';
import type { Config } from '#server/config';
import { azureMapsRouting } from './azure-maps.routing.ts';
import { builtInRouting, estimate } from './built-in.routing.ts';
import { osrmRouting } from './osrm.routing.ts';
import type { RoutingPort } from './port.ts';

/** Returns the configured router. If an external one fails, the estimate replaces it. */
export function chooseRouting(settings: Config['routing'], log: Logger): RoutingPort {
  if (settings.kind === 'built-in') return builtInRouting;
  return withEstimate(settings.kind === 'osrm' ? osrmRouting(settings.url) : azureMapsRouting(settings.url, settings.key), log);
}

/** Wraps a router so that it never fails: on an error the built-in estimate is returned and the failure is only logged (TRK-19). */
function withEstimate(outside: RoutingPort, log: Logger): RoutingPort {
  return {
    async route(question) {
      try {
        return await outside.route(question);
      } catch (error) {
        log.warn({ err: error }, 'the router did not answer; its way is estimated');
        return estimate(question);
      }
    },
  };
}
