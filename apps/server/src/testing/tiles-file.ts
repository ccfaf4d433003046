import Fastify, { type FastifyInstance } from 'fastify';
import { inspectTilesFile, registerMapTiles } from '#server/http/map-tiles';

/** Numbers of the PMTiles header. */
const HEADER_BYTES = 127;
const NOT_COMPRESSED = 1;
const VECTOR_TILES = 1;
const EXTENT = 4096;
const POLYGON = 3;

const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]);
const field = (number: number, content: readonly number[]): number[] => [
  ...varint((number << 3) | 2),
  ...varint(content.length),
  ...content,
];
const text = (value: string): number[] => [...Buffer.from(value)];
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

/** Returns a vector tile whose layers each have one square over the whole tile, of a kind. */
export function vectorTile(layers: Readonly<Record<string, string>>): Buffer {
  const square = [9, 0, 0, 26, EXTENT, 0, 0, EXTENT, -EXTENT, 0, 15];
  const geometry = square.map((value, index) => ([0, 3, 10].includes(index) ? value : zigzag(value))).flatMap(varint);
  return Buffer.from(
    Object.entries(layers).flatMap(([name, kind]) =>
      field(3, [
        ...[15 << 3, 2],
        ...field(1, text(name)),
        ...field(2, [...field(2, [0, 0]), ...[3 << 3, POLYGON], ...field(4, geometry)]),
        ...field(3, text('kind')),
        ...field(4, field(1, text(kind))),
        ...[5 << 3, ...varint(EXTENT)],
      ]),
    ),
  );
}

/** Returns a PMTiles file with one tile, the whole world. */
export function tilesFile(tile: Buffer): Buffer {
  const metadata = Buffer.from('{}');
  // One entry: tile 0, which stands alone, its length, and its offset plus one.
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1]);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header[7] = 3;
  const places = [HEADER_BYTES, directory.length, HEADER_BYTES + directory.length, metadata.length, 0, 0];
  places.push(HEADER_BYTES + directory.length + metadata.length, tile.length, 1, 1, 1);
  for (const [index, value] of places.entries()) header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  header.set([1, NOT_COMPRESSED, NOT_COMPRESSED, VECTOR_TILES, 0, 0], 96);
  for (const [index, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + index * 4);
  return Buffer.concat([header, directory, metadata, tile]);
}

/** Returns a server that serves such a file as the portal does. */
export function tilesServer(path: string): FastifyInstance {
  const server = Fastify();
  registerMapTiles(server, inspectTilesFile(path));
  return server;
}
