import { z } from 'zod';
import { fetchJson } from '#server/adapters/fetch-json';
import type { RoutingPort } from './port.ts';

/** The part of the Route Directions response that a route needs. */
const azureAnswer = z.object({
  routes: z
    .array(
      z.object({
        summary: z.object({ lengthInMeters: z.number().nonnegative(), travelTimeInSeconds: z.number().nonnegative() }),
        legs: z.array(z.object({ points: z.array(z.object({ latitude: z.number(), longitude: z.number() })) })).min(1),
      }),
    )
    .min(1),
});

/** Azure Maps, Route Directions 1.0, with the options of API-64: truck, shortest, with traffic. */
export function azureMapsRouting(baseUrl: string, key: string): RoutingPort {
  return {
    async route({ from, to }) {
      const url = new URL('route/directions/json', `${baseUrl.replace(/\/+$/, '')}/`);
      const query = [from, to].map(({ latitude, longitude }) => `${latitude.toFixed(6)},${longitude.toFixed(6)}`).join(':');
      url.search = new URLSearchParams({
        'api-version': '1.0',
        query,
        travelMode: 'truck',
        routeType: 'shortest',
        traffic: 'true',
        vehicleCommercial: 'true',
      }).toString();
      const { routes } = azureAnswer.parse(await fetchJson('Azure Maps', url, { 'subscription-key': key }));
      const [{ summary, legs }] = routes as [(typeof routes)[number]];
      return {
        points: legs.flatMap(({ points }) => points),
        distanceMeters: summary.lengthInMeters,
        durationSeconds: summary.travelTimeInSeconds,
      };
    },
  };
}
