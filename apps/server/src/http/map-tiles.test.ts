import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicConfigSchema } from '@yardage/contract/public-config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { tilesFile, vectorTile } from '#server/testing/tiles-file';

const folder = mkdtempSync(join(tmpdir(), 'tiles-'));
const path = join(folder, 'region.pmtiles');
const file = tilesFile(vectorTile({ earth: 'earth' }));
let app: TestApp;
let url: string;

beforeAll(async () => {
  writeFileSync(path, file);
  app = await openTestApp({ world: 'empty', environment: { MAP_TILES_FILE: path } });
  url = publicConfigSchema.parse((await app.http.inject('/config.json')).json()).map.tilesUrl ?? '';
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true });
});

const ask = (range?: string) => app.http.inject({ url, headers: { 'accept-encoding': 'gzip', ...(range ? { range } : {}) } });

describe("the street map's file", () => {
  it('GND-01 is served from our own origin in the ranges that are asked for, unchanged', async () => {
    const whole = await ask(`bytes=0-${file.length + 5000}`);
    expect([whole.statusCode, whole.headers['content-range']]).toEqual([206, `bytes 0-${file.length - 1}/${file.length}`]);
    expect(whole.rawPayload.equals(file)).toBe(true);
    const middle = await ask('bytes=7-126');
    expect([middle.statusCode, middle.headers['content-range'], middle.headers['content-encoding']]).toEqual([
      206,
      `bytes 7-126/${file.length}`,
      undefined,
    ]);
    expect(middle.rawPayload.equals(file.subarray(7, 127))).toBe(true);
    expect(middle.headers.etag).toBe(whole.headers.etag);
  });

  it('GND-01 returns 416 without a range, for several, and beyond the end', async () => {
    for (const range of [undefined, 'bytes=0-1,5-6', `bytes=${file.length}-`, 'bytes=-5', 'bytes=9-3', 'pages=1-2']) {
      const answer = await ask(range);
      expect([answer.statusCode, answer.rawPayload.length, answer.headers['content-range']], range).toEqual([
        416,
        0,
        `bytes */${file.length}`,
      ]);
    }
  });

  it('GND-01 RUN-01 is the same file to the browser, whichever process has copied it when', () => {
    const copy = join(folder, 'copy.pmtiles');
    writeFileSync(copy, file);
    utimesSync(copy, new Date(0), new Date(0));
    expect(readConfig({ MAP_TILES_FILE: copy }).map.tiles?.version).toBe(readConfig({ MAP_TILES_FILE: path }).map.tiles?.version);
  });

  it('GND-01 gets another address when it is replaced, and a wrong file or a style beside it stops the start', () => {
    const version = readConfig({ MAP_TILES_FILE: path }).map.tiles?.version;
    const other = join(folder, 'other.pmtiles');
    writeFileSync(other, tilesFile(vectorTile({ earth: 'earth', water: 'lake' })));
    expect(readConfig({ MAP_TILES_FILE: other }).map.tiles?.version).not.toBe(version);
    const faultOf = (content: Buffer) => {
      writeFileSync(other, content);
      return () => readConfig({ MAP_TILES_FILE: other });
    };
    expect(faultOf(Buffer.from('<html>'))).toThrow('MAP_TILES_FILE: is not a PMTiles file of version 3');
    const pictures = Buffer.from(file);
    pictures[99] = 2;
    expect(faultOf(pictures)).toThrow('MAP_TILES_FILE: does not hold vector tiles');
    const brotli = Buffer.from(file);
    brotli[98] = 3;
    expect(faultOf(brotli)).toThrow('MAP_TILES_FILE: is compressed in a way that browsers cannot read');
    expect(faultOf(file.subarray(0, -1))).toThrow(`MAP_TILES_FILE: is not complete: it has ${file.length - 1} of ${file.length} bytes`);
    expect(() => readConfig({ MAP_TILES_FILE: join(folder, 'missing') })).toThrow('MAP_TILES_FILE: ENOENT');
    expect(() => readConfig({ MAP_TILES_FILE: path, MAP_STYLE_URL: 'https://maps.example.org/style.json' })).toThrow('set one of them');
  });
});
