import type { Map as GlMap } from 'maplibre-gl';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';

vi.mock('./board-layers.ts', () => ({ BOARD_SOURCES: { trucks: 'yardage-trucks' }, addBoardLayers: () => undefined }));
vi.mock('./atlas.ts', () => ({ loadStates: async () => ({}), loadRegion: async () => ({}), loadCounties: async () => ({}) }));
vi.mock('#web/lib/log.ts', () => ({ logFailure: () => undefined }));
vi.resetModules();
const { Ground } = await import('./ground.ts');

const listeners = new Map<string, (event: object) => void>();
const map = {
  on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  setStyle: () => undefined,
  getSource: () => undefined,
  getZoom: () => 4,
} as unknown as GlMap;
const fire = (name: string, event: object = {}) => listeners.get(name)?.(event);
const failTile = () => fire('error', { error: new Error('500'), sourceId: 'streets', tile: {} });

const onFallback = vi.fn();
const options = { styleUrl: '/style.json', tilesUrl: null, scheme: 'light', onReady: () => undefined, onFallback } as const;
beforeEach(() => {
  listeners.clear();
  vi.stubGlobal('location', { href: 'https://portal.test/' });
  onFallback.mockClear();
  new Ground(map, options);
  fire('style.load');
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('GND-01 a street map whose tiles fail one after the other is replaced, although trucks are drawn meanwhile', () => {
  for (let failures = 0; failures < 3; failures += 1) {
    expect(onFallback).not.toHaveBeenCalled();
    failTile();
    fire('sourcedata', { sourceId: 'yardage-trucks', tile: {} });
  }
  expect(onFallback).toHaveBeenCalledOnce();
});

it('GND-01 a street map stays if its tiles arrive in between, whatever happens to the trucks', () => {
  for (let failures = 0; failures < 5; failures += 1) {
    failTile();
    fire('sourcedata', { sourceId: 'streets', tile: {} });
    fire('error', { error: new Error('worker'), sourceId: 'yardage-trucks' });
  }
  expect(onFallback).not.toHaveBeenCalled();
});

it('GND-01 a street map is waited for while nobody sees the page, because browsers draw nothing then', () => {
  const page = { hidden: true };
  vi.stubGlobal('document', page);
  vi.useFakeTimers();
  try {
    new Ground(map, options);
    vi.advanceTimersByTime(60_000);
    expect(onFallback).not.toHaveBeenCalled();
    page.hidden = false;
    vi.advanceTimersByTime(10_000);
    expect(onFallback).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
