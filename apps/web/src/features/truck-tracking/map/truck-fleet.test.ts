import type { Map as GlMap } from 'maplibre-gl';
import { afterEach, expect, it, vi } from 'vitest';
import { BOARD_SOURCES } from './board-layers.ts';
import type { FleetTruck } from './truck-features.ts';
import { TruckFleet } from './truck-fleet.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A source whose worker never answers. */
const openSource = () => ({ setData: async () => undefined, updateData: vi.fn(() => new Promise<void>(() => undefined)) });

function openMap() {
  const style = { trucks: openSource() };
  const map = {
    on: () => undefined,
    getZoom: () => 14,
    getBounds: () => ({ contains: () => true }),
    project: ([longitude, latitude]: [number, number]) => ({ x: longitude * 10_000, y: latitude * 10_000 }),
    getSource: (name: string) => (name === BOARD_SOURCES.trucks ? style.trucks : undefined),
  } as unknown as GlMap;
  return { map, style };
}

const truckAt = (longitude: number): FleetTruck => ({
  ticketId: 1,
  truckNumber: '11',
  statusId: 3,
  isStale: false,
  isMoving: true,
  isSelected: false,
  place: { longitude, latitude: 35, heading: 90 },
});

it('TRK-12 pins go on gliding in a new style, although the worker was busy with the one before', () => {
  let nowMs = 0;
  const frames: (() => void)[] = [];
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  const drawAt = (ms: number): void => {
    nowMs = ms;
    for (const run of frames.splice(0)) run();
  };
  const { map, style } = openMap();
  const fleet = new TruckFleet(map, () => undefined);
  fleet.show([truckAt(-85)]);
  nowMs = 100;
  fleet.show([truckAt(-84.99)]);
  drawAt(5000);
  drawAt(6000);
  expect(style.trucks.updateData).toHaveBeenCalledTimes(1);
  style.trucks = openSource();
  fleet.redraw();
  drawAt(8000);
  expect(style.trucks.updateData).toHaveBeenCalledTimes(1);
});
