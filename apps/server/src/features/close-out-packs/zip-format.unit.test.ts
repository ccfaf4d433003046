import { describe, expect, it } from 'vitest';
import { zipDirectory, zipFile } from './zip-format.ts';

describe('a ZIP file', () => {
  it('APY-10 says when its files were made in the local time of the plants, which is what archivers show', () => {
    const at = { createdAt: '2026-11-18T05:30:10Z', timeZone: 'America/Denver' };
    const { entry, bytes } = zipFile('a.pdf', Buffer.from('a'), 0, at);
    const directory = zipDirectory([entry], bytes.length, at);
    const fields = (buffer: Buffer, offset: number) => [buffer.readUInt16LE(offset), buffer.readUInt16LE(offset + 2)];
    const local = [(22 << 11) | (30 << 5) | 5, ((2026 - 1980) << 9) | (11 << 5) | 17];
    expect([fields(bytes, 10), fields(directory, 12)]).toEqual([local, local]);
  });
});
