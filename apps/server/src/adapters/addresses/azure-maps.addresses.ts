import { z } from 'zod';
import { fetchJson } from '#server/adapters/fetch-json';
import type { AddressSearchPort } from './port.ts';

/** The part of the Search Address response that an address needs. */
const azureAnswer = z.object({
  results: z.array(
    z.object({
      address: z.object({
        streetNumber: z.string().optional(),
        streetName: z.string().optional(),
        municipality: z.string().optional(),
        localName: z.string().optional(),
        countrySubdivision: z.string().optional(),
        countrySubdivisionCode: z.string().optional(),
        postalCode: z.string().optional(),
        countryCode: z.string().optional(),
      }),
    }),
  ),
});

/** Azure Maps, Search Address 1.0. */
export function azureMapsAddresses(baseUrl: string, key: string): AddressSearchPort {
  return {
    async search(text, limit) {
      const url = new URL('search/address/json', `${baseUrl.replace(/\/+$/, '')}/`);
      const query = { 'api-version': '1.0', query: text, typeahead: 'true', countrySet: 'US', limit: String(limit), language: 'en-US' };
      url.search = new URLSearchParams(query).toString();
      const { results } = azureAnswer.parse(await fetchJson('Azure Maps', url, { 'subscription-key': key }));
      return results
        .map(({ address }) => ({
          address: [address.streetNumber, address.streetName].filter(Boolean).join(' '),
          city: address.municipality ?? address.localName ?? '',
          state: address.countrySubdivisionCode ?? address.countrySubdivision ?? '',
          // A street may cross several ZIP codes; use the first.
          zip: address.postalCode?.split(',')[0]?.trim().slice(0, 5) ?? '',
        }))
        .filter(({ address, city }) => address !== '' || city !== '');
    },
  };
}
