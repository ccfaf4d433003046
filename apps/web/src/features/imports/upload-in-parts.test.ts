import { type ImportRow, MAX_IMPORT_PART_BYTES } from '@yardage/contract/imports';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import { uploadInParts } from './upload-in-parts.ts';

const listening = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('window', listening);
});
afterEach(() => vi.unstubAllGlobals());

const SIZE = 2 * MAX_IMPORT_PART_BYTES + 1;
const fileOf = (name: string) => new File([new Uint8Array(SIZE)], name, { lastModified: 0 });

/** A server that stores how much has arrived, and fails a number of times at the second part. */
function server(failures: Error[]) {
  const rows: ImportRow[] = [];
  const offsets: number[] = [];
  return {
    rows,
    offsets,
    create: async () => {
      rows.push({ id: rows.length + 1, state: 'uploading', receivedBytes: 0 } as ImportRow);
      return { ...(rows.at(-1) as ImportRow) };
    },
    find: async (id: number) => ({ ...(rows[id - 1] as ImportRow) }),
    send: async (id: number, offset: number, part: Blob) => {
      const row = rows[id - 1] as ImportRow;
      offsets.push(offset);
      if (offset > 0) {
        const failure = failures.shift();
        if (failure) throw failure;
      }
      row.receivedBytes = offset + part.size;
      if (row.receivedBytes === SIZE) row.state = 'ready';
      return { ...row };
    },
  };
}

describe('the upload of a file in parts', () => {
  it('FED-10 repeats a part that fails for a moment, and warns meanwhile before the tab is closed', async () => {
    const calls = server([new HttpProblem(503, {}), new NetworkFailure('away')]);
    const row = await uploadInParts({ resource: 'orders', dataSource: 'A', file: fileOf('a.csv') }, calls, 0);
    expect([row.state, calls.rows.length]).toEqual(['ready', 1]);
    expect(calls.offsets).toEqual([0, ...[1, 1, 1].map(() => MAX_IMPORT_PART_BYTES), 2 * MAX_IMPORT_PART_BYTES]);
    expect(listening.addEventListener).toHaveBeenCalledWith('beforeunload', expect.anything());
    expect(listening.removeEventListener).toHaveBeenCalledWith('beforeunload', expect.anything());
  });

  it('FED-10 repeats a part that was too slow or one of too many calls', async () => {
    const calls = server([new HttpProblem(408, {}), new HttpProblem(429, {})]);
    expect((await uploadInParts({ resource: 'orders', dataSource: 'A', file: fileOf('slow.csv') }, calls, 0)).state).toBe('ready');
  });

  it('FED-10 continues after the parts that arrived if the same file is uploaded again for the same records', async () => {
    const calls = server([new HttpProblem(409, {})]);
    const upload = { resource: 'orders' as const, dataSource: 'A', file: fileOf('b.csv') };
    await expect(uploadInParts(upload, calls, 0)).rejects.toThrow();
    const row = await uploadInParts({ ...upload, file: fileOf('b.csv') }, calls, 0);
    expect([row.id, row.state, calls.rows.length]).toEqual([1, 'ready', 1]);
    expect(calls.offsets.filter((offset) => offset === 0)).toHaveLength(1);
    // It is complete now, so that the next upload of the file is a new import.
    expect((await uploadInParts(upload, calls, 0)).id).toBe(2);
    expect((await uploadInParts({ ...upload, dataSource: 'B' }, calls, 0)).id).toBe(3);
  });
});
