import { z } from 'zod';
import { fetchJson } from '#server/adapters/fetch-json';
import type { RoutingPort } from './port.ts';

/** The part of the response of OSRM's route service, version 1, that a route needs. Coordinates are longitude, latitude. */
const osrmAnswer = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(
      z.object({
        distance: z.number().nonnegative(),
        duration: z.number().nonnegative(),
        geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])).min(1) }),
      }),
    )
    .min(1),
});

/** An OSRM server. Its operator's profile decides which roads trucks may use (`driving` is only a name in the URL). */
export function osrmRouting(baseUrl: string): RoutingPort {
  return {
    async route({ from, to }) {
      const ends = [from, to].map(({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`).join(';');
      const url = new URL(`route/v1/driving/${ends}`, `${baseUrl.replace(/\/+$/, '')}/`);
      url.search = new URLSearchParams({ overview: 'full', geometries: 'geojson', alternatives: 'false', steps: 'false' }).toString();
      const { routes } = osrmAnswer.parse(await fetchJson('OSRM', url));
      const [{ distance, duration, geometry }] = routes as [(typeof routes)[number]];
      const points = geometry.coordinates.map(([longitude, latitude]) => ({ latitude, longitude }));
      return { points, distanceMeters: distance, durationSeconds: duration };
    },
  };
}
