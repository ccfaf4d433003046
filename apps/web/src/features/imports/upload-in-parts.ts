import type { Call } from '@yardage/contract/endpoint';
import { type createImport, type ImportRow, MAX_IMPORT_PART_BYTES } from '@yardage/contract/imports';
import type { SupplyResource } from '@yardage/contract/supply-records';
import { HttpProblem, isPermanentFailure, NetworkFailure } from '#web/lib/http/http-errors.ts';
import { warnBeforeUnload } from '#web/lib/overlays/unsaved-input.ts';

export interface Upload {
  resource: SupplyResource;
  dataSource: string | undefined;
  file: File;
}

type NewImport = Call<typeof createImport>['body'];

interface UploadCalls {
  create: (body: NewImport) => Promise<ImportRow>;
  find: (id: number) => Promise<ImportRow>;
  send: (id: number, offset: number, part: Blob) => Promise<ImportRow>;
}

/** The imports of files whose upload has failed, so that another try goes on where it stopped. */
const unfinished = new Map<string, number>();
const TRIES = 4;
const PAUSE_MS = 1000;

const isPassing = (error: unknown): boolean =>
  error instanceof NetworkFailure || (error instanceof HttpProblem && !isPermanentFailure(error));
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Uploads a file in parts. A part that fails is repeated; after that, uploading the same file again continues after the parts that arrived. */
export async function uploadInParts({ resource, dataSource, file }: Upload, calls: UploadCalls, pauseMs = PAUSE_MS): Promise<ImportRow> {
  const body: NewImport = {
    resource,
    ...(dataSource ? { dataSource } : {}),
    fileName: file.name,
    totalBytes: file.size,
    modifiedAt: new Date(file.lastModified).toISOString(),
  };
  const key = JSON.stringify(body);
  warnBeforeUnload(key, true);
  try {
    let row = (await earlier(key, calls)) ?? (await calls.create(body));
    unfinished.set(key, row.id);
    while (row.receivedBytes < file.size) {
      const { id, receivedBytes } = row;
      const part = file.slice(receivedBytes, receivedBytes + MAX_IMPORT_PART_BYTES);
      row = await repeated(() => calls.send(id, receivedBytes, part), pauseMs);
    }
    unfinished.delete(key);
    return row;
  } finally {
    warnBeforeUnload(key, false);
  }
}

/** Returns the import of an earlier try that can be continued. */
async function earlier(key: string, { find }: UploadCalls): Promise<ImportRow | undefined> {
  const id = unfinished.get(key);
  const row = id === undefined ? undefined : await find(id);
  return row?.state === 'uploading' ? row : undefined;
}

async function repeated<T>(send: () => Promise<T>, pauseMs: number): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (tries === TRIES || !isPassing(error)) throw error;
      await wait(pauseMs * tries);
    }
  }
}
