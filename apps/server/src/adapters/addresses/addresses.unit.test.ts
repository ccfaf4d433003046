import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { azureMapsAddresses } from './azure-maps.addresses.ts';
import { COMMON_STREETS } from './built-in/common-streets.ts';
import { matchAddresses } from './built-in/match-addresses.ts';
import { StreetIndex } from './built-in/street-index.ts';
import { US_PLACES } from './built-in/us-places.ts';
import { photonAddresses } from './photon.addresses.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server that responds in a service's own format. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const json = (response: ServerResponse, body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

const match = (text: string, index: StreetIndex, limit: number) => matchAddresses(text, async (wanted) => index.find(wanted), limit);

describe('the built-in search', () => {
  const streets = new StreetIndex([
    { address: 'Thrasher Pike', city: 'Hixson', state: 'TN', zip: '37343' },
    { address: 'Hixson Pike', city: 'Hixson', state: 'TN', zip: '37343' },
  ]);

  it('API-17 puts the typed number before a known street', async () => {
    expect(await match('940 thras', streets, 5)).toEqual([{ address: '940 Thrasher Pike', city: 'Hixson', state: 'TN', zip: '37343' }]);
    expect(await match('hixson', streets, 9)).toContainEqual({ address: 'Hixson Pike', city: 'Hixson', state: 'TN', zip: '37343' });
  });

  const demo = new StreetIndex([
    ...COMMON_STREETS,
    { address: 'W Main St', city: 'Lebanon', state: 'TN', zip: '37087' },
    { address: 'Westwind Boulevard', city: 'Hixson', state: 'TN', zip: '37343' },
    { address: 'S Moore Rd', city: 'East Ridge', state: 'TN', zip: '37412' },
  ]);
  const lines = async (text: string) => (await match(text, demo, 8)).map(({ address, city }) => `${address}, ${city}`);

  it('API-17 CHT-16 finds what people type first, in any case, and keeps the house number as typed', async () => {
    expect(await lines('100 main st')).toContain('100 Main St, Chattanooga');
    expect(await lines('100 MAIN ST')).toContain('100 W Main St, Lebanon');
    expect(await lines('broad street')).toContain('Broad St, Chattanooga');
    expect((await lines('99999b Broad Stre'))[0]).toBe('99999b Broad St, Atlanta');
    expect((await lines('12-14 broad st chatt'))[0]).toBe('12-14 Broad St, Chattanooga');
    expect(await lines('100 main st, nashville tn')).toContain('100 Main St, Nashville');
  });

  it.each([
    ['5 west main street', '5 W Main St, Lebanon'],
    ['5 W. Main St.', '5 W Main St, Lebanon'],
    ['5 main', '5 Main St, Chattanooga'],
    ['7 westwind blvd', '7 Westwind Boulevard, Hixson'],
    ['7 Westwind Boulevard', '7 Westwind Boulevard, Hixson'],
    ['9 south moore road', '9 S Moore Rd, East Ridge'],
    ['9 s moore rd', '9 S Moore Rd, East Ridge'],
    ['3 mccallie avenue', '3 McCallie Ave, Chattanooga'],
    ['3 east brainerd', '3 E Brainerd Rd, Chattanooga'],
  ])('API-17 takes long and short forms for the same: %s', async (typed, expected) => {
    expect(await lines(typed)).toContain(expected);
  });

  it('API-17 reads only the streets of the rarest word', async () => {
    const many = Array.from({ length: 50_000 }, (_, index) => ({
      address: `${index.toString(36)}wood St`,
      city: 'Chattanooga',
      state: 'TN',
      zip: '37402',
    }));
    const index = new StreetIndex([...many, { address: 'Main St', city: 'Chattanooga', state: 'TN', zip: '37402' }]);
    expect(index.candidates(['main', 'st', 'chattanooga'])).toHaveLength(1);
    expect(index.candidates(['street']).length).toBeLessThanOrEqual(1000);
    expect((await match('100 main st chattanooga', index, 8))[0]?.address).toBe('100 Main St');
  });

  it('reads the end of the text as a city or ZIP code, and the rest as the street', async () => {
    expect(await match('12 Nowhere Ln, Seattle', streets, 5)).toEqual([
      { address: '12 Nowhere Ln', city: 'Seattle', state: 'WA', zip: '98101' },
    ]);
    expect(await match('5 Elm St 37388', streets, 5)).toEqual([{ address: '5 Elm St', city: 'Tullahoma', state: 'TN', zip: '37388' }]);
    expect(await match('5 Elm St, Franklin, TN 37067', streets, 5)).toEqual([
      { address: '5 Elm St', city: 'Franklin', state: 'TN', zip: '37067' },
    ]);
    expect(await match('zzzzz', streets, 5)).toEqual([]);
    expect(await match('chatt', streets, 3)).toHaveLength(3);
  });

  it('has well-formed places, with a city of every state', () => {
    for (const { city, state, zips } of US_PLACES) {
      expect(city, state).toMatch(/^[A-Z][A-Za-z. -]+$/);
      expect(
        zips.every((zip) => /^\d{5}$/.test(zip)),
        city,
      ).toBe(true);
    }
    expect(new Set(US_PLACES.map(({ state }) => state)).size).toBe(51);
  });
});

describe('Photon', () => {
  it('API-17 gets the request that it expects, and only addresses of this country are returned', async () => {
    let asked: URL | undefined;
    const url = await serve((request, response) => {
      asked = new URL(request.url ?? '', 'http://photon');
      json(response, {
        type: 'FeatureCollection',
        features: [
          feature({
            housenumber: '940',
            street: 'Thrasher Pike',
            city: 'Hixson',
            state: 'Tennessee',
            postcode: '37343-1234',
            countrycode: 'US',
          }),
          feature({ type: 'street', name: 'Main Street', city: 'Dalton', state: 'Georgia', countrycode: 'US' }),
          feature({ type: 'city', name: 'Cleveland', state: 'Tennessee', countrycode: 'US' }),
          feature({ street: 'Hauptstrasse', city: 'Bern', countrycode: 'CH' }),
          feature({ type: 'country', name: 'United States', countrycode: 'US' }),
        ],
      });
    });
    expect(await photonAddresses(`${url}/`).search('940 thrasher', 5)).toEqual([
      { address: '940 Thrasher Pike', city: 'Hixson', state: 'Tennessee', zip: '37343' },
      { address: 'Main Street', city: 'Dalton', state: 'Georgia', zip: '' },
      { address: '', city: 'Cleveland', state: 'Tennessee', zip: '' },
    ]);
    expect([asked?.pathname, asked?.searchParams.get('q')]).toEqual(['/api', '940 thrasher']);
  });

  it('fails if it returns no addresses', async () => {
    const url = await serve((_request, response) => void response.writeHead(503).end('busy'));
    await expect(photonAddresses(url).search('940', 5)).rejects.toThrow('Photon answered 503');
    const odd = await serve((_request, response) => void json(response, { message: 'odd' }));
    await expect(photonAddresses(odd).search('940', 5)).rejects.toThrow();
  });
});

describe('Azure Maps', () => {
  it('API-17 gets its key in a header, and its response is parsed', async () => {
    let asked: { url: URL; key: unknown } | undefined;
    const address = {
      streetNumber: '940',
      streetName: 'Thrasher Pike',
      municipality: 'Hixson',
      countrySubdivision: 'TN',
      countrySubdivisionName: 'Tennessee',
      postalCode: '37343, 37379',
      countryCode: 'US',
      freeformAddress: '940 Thrasher Pike, Hixson, TN 37343',
    };
    const url = await serve((request, response) => {
      asked = { url: new URL(request.url ?? '', 'http://azure'), key: request.headers['subscription-key'] };
      json(response, { summary: { query: 'thrasher', numResults: 1 }, results: [{ type: 'Point Address', address }] });
    });
    expect(await azureMapsAddresses(url, 'a-key').search('thrasher', 3)).toEqual([
      { address: '940 Thrasher Pike', city: 'Hixson', state: 'TN', zip: '37343' },
    ]);
    expect(asked?.key).toBe('a-key');
    expect(asked?.url.pathname).toBe('/search/address/json');
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toMatchObject({ 'api-version': '1.0', query: 'thrasher', countrySet: 'US' });
  });

  it('does not reveal its key when it fails', async () => {
    const url = await serve((_request, response) => void response.writeHead(401).end());
    await expect(azureMapsAddresses(url, 'a-secret-key').search('thrasher', 3)).rejects.toThrow(/^Azure Maps answered 401$/);
  });
});

function feature(properties: Record<string, string>) {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [-85.2, 35.1] }, properties: { osm_type: 'W', ...properties } };
}
