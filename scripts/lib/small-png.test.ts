import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { shrinkPng } from './small-png.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // The checksum stays zero, because the reader under test does not verify it.
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

/** Returns a PNG with three channels; the first byte of each row is its filter. */
function png(width: number, rows: number[][]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(rows.length, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** Returns the colours of a palette PNG, row by row. */
function coloursOf(image: Buffer): number[][] {
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < image.length; at += image.readUInt32BE(at) + 12) {
    parts.set(image.toString('latin1', at + 4, at + 8), image.subarray(at + 8, at + 8 + image.readUInt32BE(at)));
  }
  const [palette, width] = [parts.get('PLTE') ?? Buffer.alloc(0), parts.get('IHDR')?.readUInt32BE(0) ?? 0];
  const bytes = inflateSync(parts.get('IDAT') ?? Buffer.alloc(0));
  const rows: number[][] = [];
  for (let at = 0; at < bytes.length; at += width + 1) {
    rows.push([...bytes.subarray(at + 1, at + 1 + width)].map((place) => palette.readUIntBE(place * 3, 3)));
  }
  return rows;
}

describe('small pictures', () => {
  it('keep every colour if there are few, whatever filter the rows have', () => {
    const image = png(2, [
      [0, 10, 20, 30, 40, 50, 60],
      [1, 10, 20, 30, 30, 30, 30],
      [2, 0, 0, 0, 1, 1, 1],
      [3, 5, 10, 15, 10, 10, 10],
      [4, 1, 2, 3, 0, 0, 0],
    ]);
    expect(coloursOf(shrinkPng(image))).toEqual([
      [0x0a141e, 0x28323c],
      [0x0a141e, 0x28323c],
      [0x0a141e, 0x29333d],
      [0x0a141e, 0x232d37],
      [0x0b1621, 0x232d37],
    ]);
  });

  it('use the nearest of the most common colours if there are many', () => {
    const many = Array.from({ length: 300 }, (_, index) => [index % 256, (index * 7) % 256, (index * 13) % 256]);
    const ground = Array.from({ length: 300 }, () => [0x18, 0x22, 0x2d]);
    const rows = coloursOf(
      shrinkPng(
        png(300, [
          [0, ...many.flat()],
          [0, ...ground.flat()],
        ]),
      ),
    );
    expect(new Set(rows.flat()).size).toBeLessThanOrEqual(256);
    expect(new Set(rows[1])).toEqual(new Set([0x18222d]));
    for (const [index, [red = 0]] of many.entries()) expect(Math.abs(((rows[0]?.[index] ?? 0) >> 16) - red)).toBeLessThan(48);
  });

  it('are only made from PNGs as a browser writes them', () => {
    const gray = png(1, [[0, 1, 2, 3]]);
    gray[25] = 0;
    expect(() => shrinkPng(gray)).toThrow('not a PNG as a browser writes it');
  });
});
