import { crc32, deflateSync } from 'node:zlib';

const [WIDTH, HEIGHT] = [320, 240];
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns a small PNG that replaces a site photo: sky over a slab with its joints. */
export function placeholderPhoto(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits per channel, RGB; the remaining values are fixed by the format.
  header.set([8, 2, 0, 0, 0], 8);
  const lines = Array.from({ length: HEIGHT }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: WIDTH }, (__, x) => colorAt(x, y)).flat()]),
  );
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colorAt(x: number, y: number): [number, number, number] {
  const horizon = HEIGHT * 0.4;
  if (y < horizon) return [150 + y / 2, 180 + y / 3, 215];
  const depth = 40 / (y - horizon + 8);
  const isJoint = Math.abs(((Math.abs(x - WIDTH / 2) * depth) % 40) - 20) < 1.2 * depth || Math.abs(((1600 * depth) % 60) - 30) < 2;
  return isJoint ? [96, 98, 100] : [168 - depth * 8, 168 - depth * 8, 164 - depth * 8];
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
