import { estimateRestOfRoute } from '@yardage/domain/road-estimate';
import type { RoutingPort } from './port.ts';

/** Estimates routes without a network: great circle times road factor, on a line that bends like a road. */
export const builtInRouting: RoutingPort = { route: async ({ from, to, origin }) => estimateRestOfRoute(from, to, origin) };
