import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Sample } from '#server/features/supply/import/preview-file';

/** Reads the beginning of a file. */
export async function readStart(path: string, maxBytes: number): Promise<Sample> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(size, maxBytes)) });
    return { bytes: buffer.subarray(0, bytesRead), isWhole: size <= maxBytes };
  } finally {
    await file.close();
  }
}

/** Returns what tells a file from others, so that an interrupted import of it can be continued. */
export async function describeFile(path: string): Promise<{ hash: string; bytes: number; modifiedAt: string }> {
  const { size, mtime } = await stat(path);
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return { hash: hash.digest('hex'), bytes: size, modifiedAt: mtime.toISOString() };
}
