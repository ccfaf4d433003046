import { crc32, deflateSync, inflateSync } from 'node:zlib';

// Screenshots have few colours: with a palette they take a third of the space, and the repository keeps every version.

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PALETTE_SIZE = 256;
/** If there are too many colours, those that differ only in the lowest three bits of a channel count as one. */
const SHARED_BITS = 0xf8f8f8;

/** A decoded picture. */
export interface Pixels {
  width: number;
  height: number;
  /** One number per pixel, `0xrrggbb`. */
  colours: Uint32Array;
}

/** Re-encodes a screenshot with at most 256 colours. Expects an opaque PNG with eight bits per channel. */
export function shrinkPng(png: Buffer): Buffer {
  const { width, height, colours } = readPixels(png);
  const palette = choosePalette(colours);
  const places = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = colours[y * width + x] ?? 0;
      let place = places.get(colour);
      if (place === undefined) {
        place = nearest(palette, colour);
        places.set(colour, place);
      }
      rows[y * (width + 1) + x + 1] = place;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const plate = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', plate),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns the most common colours; the most common of similar colours represents its group. */
function choosePalette(colours: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  if (byCount.length <= PALETTE_SIZE) return byCount;
  const groups = new Map<number, { colour: number; count: number }>();
  for (const colour of byCount) {
    const group = groups.get(colour & SHARED_BITS) ?? { colour, count: 0 };
    group.count += counts.get(colour) ?? 0;
    groups.set(colour & SHARED_BITS, group);
  }
  return [...groups.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, PALETTE_SIZE)
    .map(({ colour }) => colour);
}

function nearest(palette: readonly number[], colour: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [place, candidate] of palette.entries()) {
    const red = (candidate >> 16) - (colour >> 16);
    const green = ((candidate >> 8) & 255) - ((colour >> 8) & 255);
    const blue = (candidate & 255) - (colour & 255);
    const distance = red * red * 2 + green * green * 4 + blue * blue;
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** Decodes a PNG. Expects an opaque one with eight bits per channel. */
export function readPixels(png: Buffer): Pixels {
  const [width, height, depth, kind, interlace] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25], png[28]];
  const channels = kind === 6 ? 4 : 3;
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlace !== 0) throw new Error('This is not a PNG as a browser writes it.');
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const bytes = unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const colours = new Uint32Array(width * height);
  for (let pixel = 0; pixel < colours.length; pixel += 1) colours[pixel] = bytes.readUIntBE(pixel * channels, 3);
  return { width, height, colours };
}

/** Reverses the format's five row filters. */
function unfilter(packed: Buffer, rowBytes: number, height: number, channels: number): Buffer {
  const out = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    const filter = packed[y * (rowBytes + 1)] ?? 0;
    for (let x = 0; x < rowBytes; x += 1) {
      const at = y * rowBytes + x;
      const left = x < channels ? 0 : (out[at - channels] ?? 0);
      const above = y === 0 ? 0 : (out[at - rowBytes] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (out[at - rowBytes - channels] ?? 0);
      out[at] = (packed[at + y + 1] ?? 0) + guess(filter, left, above, corner);
    }
  }
  return out;
}

function guess(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - corner - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
