import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Returns a photo like that of a phone, with camera metadata that contains its location. */
export function photo(width = 640, height = 480): Promise<Buffer> {
  const image = sharp({ create: { width, height, channels: 3, background: '#8a8d8f', noise: { type: 'gaussian', mean: 128, sigma: 20 } } });
  return image
    .withExif({ IFD0: { Copyright: 'secret-marker' }, IFD3: { GPSLatitude: '35/1 2/1 0/1' } })
    .jpeg()
    .toBuffer();
}

/** Returns a PNG whose header claims a size that its few bytes do not have; decoding it would take gigabytes. */
export function hugePng(width = 20_000, height = 20_000): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const lines = deflateSync(Buffer.alloc(3 * 20_000 + 1));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Files that are not pictures, despite their names. */
export async function hostileFiles(): Promise<{ fileName: string; bytes: Buffer }[]> {
  const good = await photo(64, 64);
  return [
    { fileName: 'setup.exe.png', bytes: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4000, 1)]) },
    { fileName: 'drawing.png', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>') },
    { fileName: 'page.jpg', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') },
    { fileName: 'huge.png', bytes: hugePng() },
    { fileName: 'half.jpg', bytes: good.subarray(0, 200) },
    { fileName: 'noise.jpg', bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000, 7)]) },
    { fileName: 'noise.png', bytes: Buffer.concat([hugePng(40, 40).subarray(0, 33), Buffer.alloc(5000, 7)]) },
    { fileName: 'animation.gif', bytes: Buffer.from('GIF89a') },
    { fileName: 'archive.png', bytes: Buffer.from('PK\u0003\u0004') },
    { fileName: 'empty.png', bytes: Buffer.alloc(0) },
  ];
}
