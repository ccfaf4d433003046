import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { publicRoute } from './public-route.ts';

/** Where the street map's file is served. */
export const MAP_TILES_PATH = '/map/tiles.pmtiles';

/** The street map of the deployment, one file in the PMTiles format. */
export interface MapTilesFile {
  path: string;
  size: number;
  /** Changes with the file, so that no browser mixes two of them. */
  version: string;
}

const MAGIC = 'PMTiles';
const FORMAT_VERSION = 3;
const VECTOR_TILES = 1;
const TYPE_AT = 99;
/** Where the header names the compression of the directories and of the tiles, and the two that browsers can read: none and gzip. */
const COMPRESSIONS_AT = [97, 98];
const READABLE_COMPRESSIONS = new Set([1, 2]);
/** Where the header names the place and the length of each part: root directory, metadata, leaf directories, tiles. */
const PARTS_AT = [8, 24, 40, 56];
/** The header and the root directory are within these bytes. The end holds tiles. */
const SAMPLE_BYTES = 16_384;

/** Reads the beginning and the end of a PMTiles file. Throws an error that says what is wrong with it. */
export function inspectTilesFile(path: string): MapTilesFile {
  const { size } = statSync(path);
  const header = Buffer.alloc(SAMPLE_BYTES);
  const end = Buffer.alloc(SAMPLE_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, SAMPLE_BYTES, 0);
    readSync(file, end, 0, SAMPLE_BYTES, Math.max(0, size - SAMPLE_BYTES));
  } finally {
    closeSync(file);
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC || header[MAGIC.length] !== FORMAT_VERSION) {
    throw new Error(`is not a PMTiles file of version ${FORMAT_VERSION}`);
  }
  if (header[TYPE_AT] !== VECTOR_TILES) throw new Error('does not hold vector tiles');
  if (COMPRESSIONS_AT.some((at) => !READABLE_COMPRESSIONS.has(header[at] ?? 0))) {
    throw new Error('is compressed in a way that browsers cannot read: gzip or nothing');
  }
  const needed = Math.max(...PARTS_AT.map((at) => Number(header.readBigUInt64LE(at) + header.readBigUInt64LE(at + 8))));
  if (size < needed) throw new Error(`is not complete: it has ${size} of ${needed} bytes`);
  // The version depends on the content only: every process has its own copy, with another date, and a browser that uses several processes
  // must see one file.
  const version = createHash('sha256').update(header).update(end).update(String(size)).digest('hex').slice(0, 16);
  return { path, size, version };
}

/** Tiles and directories have a few hundred kilobytes at most. The limit keeps clients from copying the whole file in a few calls. */
const MAX_RANGE_BYTES = 4 * 1024 * 1024;

/** Serves the file in ranges. It is a map and holds nothing of a customer, so it needs no sign-in, like the files of the web app. */
export function registerMapTiles(app: FastifyInstance, { path, size, version }: MapTilesFile): void {
  let opened: Promise<FileHandle> | undefined;
  app.addHook('onClose', async () => (await opened?.catch(() => undefined))?.close());
  app.get(MAP_TILES_PATH, { ...publicRoute('it holds public map data'), compress: false as const }, async (request, reply) => {
    const range = rangeOf(request.headers.range, size);
    reply.header('accept-ranges', 'bytes').header('etag', `"${version}"`);
    if (!range) return reply.code(416).header('content-range', `bytes */${size}`).send();
    opened ??= open(path, 'r').catch((error) => {
      opened = undefined;
      throw error;
    });
    const { buffer, bytesRead } = await (await opened).read(Buffer.alloc(range.length), 0, range.length, range.start);
    return (
      reply
        .code(206)
        // The address has the version in it.
        .header('cache-control', 'public, max-age=86400')
        .header('content-range', `bytes ${range.start}-${range.start + bytesRead - 1}/${size}`)
        .type('application/octet-stream')
        .send(buffer.subarray(0, bytesRead))
    );
  });
}

/** Returns the one range that a request asks for; undefined if it asks for none, for several, for too much or beyond the end. */
function rangeOf(header: string | undefined, size: number): { start: number; length: number } | undefined {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined) return undefined;
  const start = Number(first);
  const end = Math.min(last ? Number(last) : size - 1, size - 1);
  const length = end - start + 1;
  return length > 0 && length <= MAX_RANGE_BYTES ? { start, length } : undefined;
}
