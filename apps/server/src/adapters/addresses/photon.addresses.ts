import { z } from 'zod';
import { fetchJson } from '#server/adapters/fetch-json';
import type { AddressSearchPort, FoundAddress } from './port.ts';

/** The part of Photon's GeoJSON that an address needs. */
const photonAnswer = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        housenumber: z.string().optional(),
        street: z.string().optional(),
        name: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        postcode: z.string().optional(),
        countrycode: z.string().optional(),
        osm_key: z.string().optional(),
        type: z.string().optional(),
      }),
    }),
  ),
});
type Place = z.infer<typeof photonAnswer>['features'][number]['properties'];

/** A Photon server (OpenStreetMap data, designed for search as you type). */
export function photonAddresses(baseUrl: string): AddressSearchPort {
  return {
    async search(text, limit) {
      const url = new URL('api', `${baseUrl.replace(/\/+$/, '')}/`);
      url.search = new URLSearchParams({ q: text, limit: String(limit * 2), lang: 'en' }).toString();
      const { features } = photonAnswer.parse(await fetchJson('Photon', url));
      const here = features.map(({ properties }) => properties).filter(({ countrycode }) => countrycode?.toUpperCase() === 'US');
      return here.map(toAddress).filter(isUsable).slice(0, limit);
    },
  };
}

/** If the result itself is a street or a city, its name is in `name`. */
function toAddress(place: Place): FoundAddress {
  const street = place.street ?? (place.type === 'street' ? place.name : undefined);
  const city = place.city ?? (place.type === 'city' ? place.name : undefined);
  const address = [place.housenumber, street].filter(Boolean).join(' ');
  return { address, city: city ?? '', state: place.state ?? '', zip: place.postcode?.slice(0, 5) ?? '' };
}

function isUsable({ address, city }: FoundAddress): boolean {
  return address !== '' || city !== '';
}
