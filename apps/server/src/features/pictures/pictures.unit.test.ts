import { randomBytes } from 'node:crypto';
import { MEGABYTE } from '@yardage/domain/file-sizes';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { keepPicture, PictureRefusedError, withOwnNames } from './pictures.ts';
import { hostileFiles, hugePng, photo } from './testing/pictures.ts';

describe('pictures that are kept', () => {
  it('SUP-10 keep their image, without the metadata of cameras and senders', async () => {
    const trailing = Buffer.concat([await photo(), Buffer.from('<script>alert(1)</script>')]);
    const { fileName, contentType, content } = await keepPicture('C:\\temp\\..\\site "photo".php.jpeg', trailing);
    expect([fileName, contentType]).toEqual(['site _photo_.php.jpg', 'image/jpeg']);
    const facts = await sharp(content).metadata();
    expect([facts.format, facts.width, facts.height, facts.exif]).toEqual(['jpeg', 640, 480, undefined]);
    expect(content.includes('secret-marker')).toBe(false);
    expect(content.includes('<script>')).toBe(false);
  });

  it('are turned upright and limited in size', async () => {
    const sideways = await sharp(await photo(4000, 1000))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { width, height } = await sharp((await keepPicture('a.jpg', sideways)).content).metadata();
    expect([width, height]).toEqual([640, 2560]);
  });

  it('SUP-10 take no more room than a large upload: a picture whose PNG would be larger is scaled down', async () => {
    const dots = await sharp(randomBytes(1300 * 1300 * 3), { raw: { width: 1300, height: 1300, channels: 3 } })
      .png()
      .toBuffer();
    expect(dots.length).toBeGreaterThan(4 * MEGABYTE);
    const { content, contentType } = await keepPicture('dots.png', dots);
    const { width, height } = await sharp(content).metadata();
    expect([contentType, width === height, width > 800, content.length < 4 * MEGABYTE]).toEqual(['image/png', true, true, true]);
  });

  it('get a name if the sender gave none', async () => {
    expect((await keepPicture('.jpg', await photo(10, 10))).fileName).toBe('picture.jpg');
  });

  it('SUP-06 of one upload have names of their own', () => {
    const names = (...given: string[]) => withOwnNames(given.map((fileName) => ({ fileName }))).map(({ fileName }) => fileName);
    expect(names('image.jpg', 'image.jpg', 'IMAGE.jpg', 'image.png')).toEqual(['image.jpg', 'image (2).jpg', 'IMAGE (3).jpg', 'image.png']);
    expect(names('a.jpg', 'a (2).jpg', 'a.jpg')).toEqual(['a.jpg', 'a (2).jpg', 'a (3).jpg']);
  });

  it('get no half character when a long name is cut', async () => {
    const { fileName } = await keepPicture(`${'a'.repeat(99)}𠮷.jpg`, await photo(10, 10));
    expect(fileName.isWellFormed()).toBe(true);
  });
});

describe('files that are not taken', () => {
  it('SUP-10 are recognised by content, not by name; a picture of 400 megapixels is not decoded', async () => {
    for (const { fileName, bytes } of await hostileFiles()) {
      const refusal = await keepPicture(fileName, bytes).catch((error: unknown) => error);
      expect(refusal, fileName).toBeInstanceOf(PictureRefusedError);
      const expected = fileName === 'huge.png' ? /too large/ : /^Only \.jpg, \.jpeg, and \.png files are allowed\.$/;
      expect((refusal as Error).message, fileName).toMatch(expected);
    }
  });

  it('SUP-10 are refused by their header if one line has too many pixels', async () => {
    for (const [width, height] of [
      [1, 24_000_000],
      [20_000, 1],
    ] as const) {
      const refusal = await keepPicture('line.png', hugePng(width, height)).catch((error: unknown) => error);
      expect((refusal as Error).message).toBe('The picture is too large. Neither side may be longer than 16,384 pixels.');
    }
  });

  it('cost no memory: 100 of them at once grow the process by less than 100 MB', async () => {
    const files = [...(await hostileFiles()), { fileName: 'many.png', bytes: hugePng(5000, 4700) }];
    const before = process.memoryUsage().rss;
    let peak = before;
    const uploads = Array.from({ length: 100 }, async (_, index) => {
      const { fileName, bytes } = files[index % files.length] as (typeof files)[number];
      await keepPicture(fileName, bytes).catch(() => undefined);
      peak = Math.max(peak, process.memoryUsage().rss);
    });
    await Promise.all(uploads);
    expect((peak - before) / 1024 / 1024).toBeLessThan(100);
  });
});
