import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { distanceMeters, offsetBy } from '@yardage/domain/geo';
import { estimateRoute } from '@yardage/domain/road-estimate';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config';
import { builtInRouting } from './built-in.routing.ts';
import { chooseRouting } from './choose-routing.ts';

const FROM = { latitude: 35.0852, longitude: -85.2651 };
const TO = { latitude: 35.0921, longitude: -85.0738 };
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server that responds in a router's own format. */
async function serve(answer: (url: URL, request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    const body = answer(new URL(request.url ?? '', 'http://router'), request, response);
    if (body) response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const router = (environment: Record<string, string>) => ({ routing: chooseRouting(readConfig(environment).routing) });

describe('the built-in estimate', () => {
  it('API-64 needs no network, and keeps a truck on the route that it began', async () => {
    expect(await router({}).routing.route({ from: FROM, to: TO })).toEqual(estimateRoute(FROM, TO));
    const whole = estimateRoute(FROM, TO);
    const halfway = whole.points[Math.floor(whole.points.length / 2)] ?? FROM;
    const left = await builtInRouting.route({ from: halfway, to: TO, origin: FROM });
    for (const point of left.points.slice(1)) expect(whole.points).toContainEqual(point);
    expect(left.distanceMeters / whole.distanceMeters).toBeCloseTo(0.5, 1);
    expect(left.durationSeconds / whole.durationSeconds).toBeCloseTo(0.5, 1);
    const elsewhere = offsetBy(halfway, 5000, 0);
    expect(await builtInRouting.route({ from: elsewhere, to: TO, origin: FROM })).toEqual(estimateRoute(elsewhere, TO));
  });
});

describe('OSRM', () => {
  it('API-64 gets the request that it expects, and its response is parsed', async () => {
    let asked: URL | undefined;
    const coordinates = [
      [FROM.longitude, FROM.latitude],
      [-85.17, 35.09],
      [TO.longitude, TO.latitude],
    ];
    const url = await serve((given) => {
      asked = given;
      return {
        code: 'Ok',
        routes: [
          {
            distance: 21_034.6,
            duration: 1684.2,
            weight: 1684.2,
            weight_name: 'routability',
            legs: [],
            geometry: { type: 'LineString', coordinates },
          },
        ],
        waypoints: [],
      };
    });
    const route = await router({ ROUTING: 'osrm', ROUTING_URL: `${url}/` }).routing.route({ from: FROM, to: TO });
    expect(asked?.pathname).toBe('/route/v1/driving/-85.265100,35.085200;-85.073800,35.092100');
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({ overview: 'full', geometries: 'geojson' });
    expect(route).toMatchObject({ distanceMeters: 21_034.6, durationSeconds: 1684.2 });
    expect(route.points.map((point) => Math.round(distanceMeters(point, FROM)))[0]).toBe(0);
    expect(route.points).toHaveLength(3);
  });
});

describe('Azure Maps', () => {
  it('API-64 is asked for a truck route with traffic, with its key in a header', async () => {
    let asked: { url: URL; key: unknown } | undefined;
    const url = await serve((given, request) => {
      asked = { url: given, key: request.headers['subscription-key'] };
      const summary = {
        lengthInMeters: 20_500,
        travelTimeInSeconds: 1500,
        trafficDelayInSeconds: 60,
        departureTime: '2026-05-12T14:00:00Z',
      };
      return { formatVersion: '0.0.12', routes: [{ summary, legs: [{ summary, points: [FROM, TO] }], sections: [] }] };
    });
    const settings = { ROUTING: 'azure-maps', ROUTING_URL: url, ROUTING_KEY: 'a-key' };
    expect(await router(settings).routing.route({ from: FROM, to: TO })).toEqual({
      points: [FROM, TO],
      distanceMeters: 20_500,
      durationSeconds: 1500,
    });
    expect([asked?.url.pathname, asked?.key]).toEqual(['/route/directions/json', 'a-key']);
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toMatchObject({
      query: '35.085200,-85.265100:35.092100,-85.073800',
      travelMode: 'truck',
      routeType: 'shortest',
      traffic: 'true',
    });
  });
});

describe('an outside router that fails', () => {
  it.each([
    ['is busy', (_url: URL, _request: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end('busy')],
    ['knows no way', () => ({ code: 'NoRoute', message: 'Impossible route between points' })],
    ['answers something odd', () => ({ routes: [] })],
    ['hangs up', (_url: URL, request: IncomingMessage) => void request.socket.destroy()],
  ])('TRK-19 says so, without its key: one that %s', async (_what, answer) => {
    const { routing } = router({ ROUTING: 'azure-maps', ROUTING_URL: await serve(answer), ROUTING_KEY: 'a-secret-key' });
    const failure = await routing.route({ from: FROM, to: TO }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(inspect(failure, { depth: 5 })).not.toContain('a-secret-key');
  });

  it('TRK-19 has at most five seconds to answer', async () => {
    const { routing } = router({ ROUTING: 'osrm', ROUTING_URL: await serve(() => undefined) });
    const startedAt = Date.now();
    await expect(routing.route({ from: FROM, to: TO })).rejects.toThrow();
    expect(Date.now() - startedAt).toBeGreaterThan(4000);
  }, 30_000);
});
