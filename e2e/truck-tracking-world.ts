import type { ActiveTruck, BoardUpdate, RouteAnswer, TruckEta } from '@yardage/contract/truck-tracking';
import { ORDER_STATUS, ORDER_TYPE } from '@yardage/domain/orders';
import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { type Pixels, readPixels } from '../scripts/lib/small-png.ts';

const MINUTE_MS = 60_000;
const TILE_PIXELS = 512;

/** A place on the screen, in pixels. */
interface Place {
  x: number;
  y: number;
}

/** The job, the plant and six trucks around them, one per status, and one truck without a position. */
export const JOB = { latitude: 35.12, longitude: -85.22 };
/** A point of the Tennessee River between the trucks, and the color of water. */
const RIVER = { latitude: 35.1009, longitude: -85.2576 };
export const WATER = '#cddce8';
const RAILROAD_COLOR = '#b9b2a8';
/** A point of Chickamauga Lake beside the job, and the ends of a stretch of the railroad that passes it. */
const LAKE = { latitude: 35.1088, longitude: -85.2163 };
const RAILROAD = [
  { latitude: 35.1148, longitude: -85.2237 },
  { latitude: 35.0996, longitude: -85.2167 },
] as const;
const PLANT = { latitude: 35.08, longitude: -85.26 };
const PLACES = [
  [35.08, -85.25],
  [35.085, -85.235],
  [35.095, -85.245],
  [35.105, -85.23],
  [35.11, -85.25],
  [35.115, -85.235],
] as const;

/** Color of the badge for trucks that are too close together. */
export const BADGE = '#141c24';
/** Pin colors by status: purple, blue, green, yellow, orange, red (TRK-08). */
export const COLORS = ['#7c3aed', '#2563eb', '#15803d', '#facc15', '#f97316', '#dc2626'];
/** Offsets from a pin's center: beside the number in its disc, and in the tip beyond it. */
export const BESIDE_PIXELS = 7;
export const TIP_PIXELS = 14;

/** Returns the time this many minutes from now. */
export const at = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

function etaIn(minutes: number | null): TruckEta {
  const moment = (offset: number): string | null => (minutes === null ? null : at(minutes + offset));
  return {
    estimatedArrivalTime: moment(0),
    earliestArrivalTime: moment(-5),
    latestArrivalTime: moment(10),
    isEtaCalculated: minutes !== null,
    calculatedAt: minutes === null ? null : at(0),
    jobCordinate: JOB,
  };
}

/** Returns the order of a truck: two orders of one job, and one of another. */
const orderOf = (index: number): { id: number; number: string } =>
  index === 5 ? { id: 72, number: '5002' } : index === 4 ? { id: 73, number: '5003' } : { id: 71, number: '5001' };

/** Returns the test's trucks: 201 to 206 with status 1 to 6, all heading east, and 207 without a position. */
export function makeBoard(): ActiveTruck[] {
  return [1, 2, 3, 4, 5, 6, 3].map((ticketStatusId, index) => {
    const place = PLACES[index];
    const truckId = 201 + index;
    return {
      truckId,
      truckNumber: String(truckId),
      zonarAccount: 'fleet-east',
      ticketId: 901 + index,
      ticketStatusId,
      isRejected: false,
      orderStatusId: ORDER_STATUS.shipping,
      ticketNumber: `T-${901 + index}`,
      ticketLoadNumber: 7 - index,
      driverName: `Driver ${truckId}`,
      productTicketQuantity: 10,
      unitOfMeasure: 'CY',
      productSlump: '4 in',
      productNumber: '4000AE',
      productDescription: '4000 PSI AIR',
      ticketNotes: index === 2 ? 'Use the north gate' : null,
      jobId: orderOf(index).id,
      job: index === 5 ? 'Second Street Bridge' : 'Cedar Glade Elementary School',
      jobNumber: index === 5 ? null : 'J-2401',
      jobAddress: '1 School Rd, Hixson, TN 37343',
      jobLat: JOB.latitude,
      jobLong: JOB.longitude,
      plant: 'Amnicola',
      plantAddress: '2 Plant Rd',
      plantLat: PLANT.latitude,
      plantLong: PLANT.longitude,
      orderNumber: orderOf(index).number,
      orderType: ORDER_TYPE.concrete,
      productOrderedQuantity: 80,
      productDeliveredQuantity: 20,
      productInTransitQuantity: 30,
      jobStartTime: '2026-05-04T11:05:00Z',
      scheduledLoadInterval: 10,
      loadedAt: ticketStatusId === 1 ? null : at(-20),
      eta: etaIn(ticketStatusId === 3 && place ? 14 : null),
      position: place
        ? {
            truckId,
            zonarAccount: 'fleet-east',
            fleet: String(truckId),
            latitude: place[0],
            longitude: place[1],
            heading: 90,
            speed: { value: ticketStatusId === 3 ? 42 : 0, unit: 'mph' },
            power: ticketStatusId !== 6,
            recordedAt: at(0),
          }
        : null,
    };
  });
}

/** Returns the same trucks with some fields of their positions changed. */
export function boardWithFixes(changesOf: (truck: ActiveTruck) => Partial<NonNullable<ActiveTruck['position']>>): ActiveTruck[] {
  return makeBoard().map((truck) => (truck.position ? { ...truck, position: { ...truck.position, ...changesOf(truck) } } : truck));
}

/** Returns a truck's position. */
export const placeOf = (truck: ActiveTruck | undefined) => truck?.position ?? { latitude: 0, longitude: 0 };

/** The requests that the page made, by endpoint. */
export type Calls = Record<'list' | 'positions' | 'truck' | 'eta' | 'route', URL[]>;

export interface BoardAnswers {
  list?: () => ActiveTruck[] | null;
  positions?: () => ActiveTruck[] | null;
  truck?: () => ActiveTruck['position'] | null;
  eta?: () => TruckEta | null;
  route?: () => RouteAnswer | null;
}

const NAMES: [keyof Calls, RegExp][] = [
  ['list', /\/truck-tracking\/active-trucks$/],
  ['positions', /\/truck-tracking\/positions$/],
  ['eta', /\/truck-tracking\/eta$/],
  ['truck', /\/truck-tracking\/\d+$/],
  ['route', /\/maps\/route$/],
];

/** Makes the truck tracking requests respond with the test's own trucks. Null means a failure. */
export async function answerBoard(page: Page, given: BoardAnswers): Promise<Calls> {
  const calls: Calls = { list: [], positions: [], truck: [], eta: [], route: [] };
  const list = given.list ?? makeBoard;
  const answers: Record<keyof Calls, (url: URL) => unknown> = {
    list,
    positions: () => {
      const trucks = (given.positions ?? list)();
      return trucks && ({ trucks: trucks.map(changing) } satisfies BoardUpdate);
    },
    truck: given.truck ?? (({ pathname }) => list()?.find(({ truckId }) => pathname.endsWith(`/${truckId}`))?.position ?? null),
    eta: given.eta ?? (() => etaIn(12)),
    route:
      given.route ??
      (() => ({ points: [PLANT, { latitude: 35.095, longitude: -85.23 }, JOB], distanceMeters: 5000, durationSeconds: 600 })),
  };
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && NAMES.some(([, path]) => path.test(pathname)),
    async (route) => {
      const url = new URL(route.request().url());
      const name = NAMES.find(([, path]) => path.test(url.pathname))?.[0] ?? 'list';
      calls[name].push(url);
      const json = answers[name](url);
      await (json === null
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"title":"Broken"}' })
        : route.fulfill({ json }));
    },
  );
  return calls;
}

const changing = ({ truckId, ticketId, ticketStatusId, isRejected, orderStatusId, eta, position }: ActiveTruck) => ({
  truckId,
  ticketId,
  ticketStatusId,
  isRejected,
  orderStatusId,
  eta,
  position,
});

/** Hides the server's time from the page, for tests that set the page's clock: the portal would correct it. */
export const withoutServerTime = (page: Page) =>
  page.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'date' ? null : get.call(this, name);
    };
  });

/** Returns a function that waits for all requests to end. While one is under way, the next one that is due would not be sent. */
export function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return async () => {
    await page.waitForTimeout(150);
    await expect.poll(() => underWay.size).toBe(0);
  };
}

/** Disables WebGL, as in a browser without it. */
export const withoutWebgl = (page: Page) =>
  page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...rest]);
      },
    });
  });

/** Ground of the configured style. */
export const PAPER = '#aabbcc';

/** Configures a map style of the test's own, whose tiles fail once they are released. */
export async function configureStyle(page: Page, portalUrl: string, released: Promise<void>): Promise<void> {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), map: { styleUrl: `${portalUrl}/test-map/style.json` } } });
  });
  const style = {
    version: 8,
    sources: { ground: { type: 'raster', tiles: [`${portalUrl}/test-map/{z}/{x}/{y}.png`], tileSize: 256 } },
    layers: [
      { id: 'paper', type: 'background', paint: { 'background-color': PAPER } },
      { id: 'ground', type: 'raster', source: 'ground' },
    ],
  };
  await page.route('**/test-map/style.json', (route) => route.fulfill({ json: style }));
  await page.route('**/test-map/**/*.png', async (route) => {
    await released;
    await route.fulfill({ status: 503 });
  });
}

/** Returns the map's center and zoom. */
export async function cameraOf(page: Page): Promise<{ zoom: number; longitude: number; latitude: number }> {
  const { zoom = '', center = '' } = await page.getByTestId('truck-map').evaluate((map) => ({ ...(map as HTMLElement).dataset }));
  const [longitude = 0, latitude = 0] = center.split(',').map(Number);
  return { zoom: Number(zoom), longitude, latitude };
}

/** Returns the map's center and zoom once it has not moved for a second. */
export async function settledCamera(page: Page): Promise<Awaited<ReturnType<typeof cameraOf>>> {
  for (let last = await cameraOf(page); ; ) {
    await page.waitForTimeout(1000);
    const next = await cameraOf(page);
    if (JSON.stringify(next) === JSON.stringify(last)) return next;
    last = next;
  }
}

const mercator = (latitude: number): number => Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);

/** Returns a place's position on the screen, in page pixels. */
export async function onScreen(page: Page, place: { latitude: number; longitude: number }): Promise<Place> {
  const { zoom, longitude, latitude } = await cameraOf(page);
  const box = await page.getByTestId('truck-map').boundingBox();
  if (!box) throw new Error('The map is not on the screen.');
  const scale = TILE_PIXELS * 2 ** zoom;
  return {
    x: box.x + box.width / 2 + ((place.longitude - longitude) / 360) * scale,
    y: box.y + box.height / 2 - (mercator(place.latitude) - mercator(latitude)) * scale,
  };
}

/** Returns a screenshot as pixels, on a screen with one device pixel per CSS pixel. */
export async function look(page: Page): Promise<Pixels> {
  return readPixels(await page.screenshot());
}

/** Returns a pixel's color as `#rrggbb`. */
export function colorAt({ width, colours }: Pixels, x: number, y: number): string {
  return `#${(colours[Math.round(y) * width + Math.round(x)] ?? 0).toString(16).padStart(6, '0')}`;
}

/** Returns what the built-in map shows around the trucks. Its railroad is a thin line with gaps. */
export async function seenGround(page: Page): Promise<{ river: string; lake: string; hasRailroad: boolean }> {
  const places = [RIVER, LAKE, ...RAILROAD].map((place) => onScreen(page, place));
  const [picture, river, lake, from, to] = (await Promise.all([look(page), ...places])) as [Pixels, Place, Place, Place, Place];
  const along = Array.from({ length: 50 }, (_, step) => step / 50).flatMap((share) =>
    [-1, 0, 1].map((aside) => colorAt(picture, from.x + (to.x - from.x) * share + aside, from.y + (to.y - from.y) * share)),
  );
  return {
    river: colorAt(picture, river.x, river.y),
    lake: colorAt(picture, lake.x, lake.y),
    hasRailroad: along.includes(RAILROAD_COLOR),
  };
}

/** Returns a truck's row in the list. */
export const row = (page: Page, truckNumber: string): Locator =>
  page.getByRole('region', { name: 'Truck List' }).getByRole('button', { name: new RegExp(`^Truck ${truckNumber}\\b`) });
/** Returns the details of the selected truck in the list. */
export const factsOf = (page: Page, truckNumber: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^Truck ${truckNumber}\\b`) }) });
/** Returns the popup over a truck's pin. */
export const popup = (page: Page, truckNumber: string): Locator => page.getByRole('region', { name: `Truck ${truckNumber}`, exact: true });
