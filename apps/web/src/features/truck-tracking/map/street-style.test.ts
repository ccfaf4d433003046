import { afterAll, expect, it, vi } from 'vitest';

type Load = (request: { url: string; type: string }, abort: AbortController) => Promise<{ data: unknown }>;
const protocols = new Map<string, Load>();
vi.mock('maplibre-gl', () => ({ addProtocol: (name: string, load: Load) => protocols.set(name, load) }));
vi.resetModules();
const { streetStyle } = await import('./street-style.ts');
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Returns a PMTiles file without tiles: its header and an empty directory. */
function emptyFile(): Buffer {
  const file = Buffer.alloc(128);
  file.write('PMTiles\u0003');
  file.writeBigUInt64LE(127n, 8);
  file.writeBigUInt64LE(1n, 16);
  file.set([1, 1, 1], 97);
  for (const [at, degrees] of [-180, -85, 180, 85].entries()) file.writeInt32LE(degrees * 1e7, 102 + at * 4);
  return file;
}

it('GND-01 a street map that could not be read once is read again when the map is opened again', async () => {
  const file = emptyFile();
  let isDown = true;
  vi.stubGlobal('location', { href: 'https://portal.test/truck-tracking' });
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
    if (isDown) throw new TypeError('Failed to fetch');
    const [, first = 0, last = 0] = (headers.get('range')?.match(/bytes=(\d+)-(\d+)/) ?? []).map(Number);
    return new Response(new Uint8Array(file.subarray(first, last + 1)), { status: 206 });
  });
  const open = () => {
    const { url = '' } = streetStyle('/map/tiles.pmtiles', 'light').sources.streets as { url?: string };
    return protocols.get('pmtiles')?.({ url, type: 'json' }, new AbortController());
  };
  await expect(open()).rejects.toThrow('Failed to fetch');
  isDown = false;
  expect((await open())?.data).toMatchObject({ tiles: [expect.stringContaining('pmtiles://https://portal.test/map/tiles.pmtiles')] });
});
