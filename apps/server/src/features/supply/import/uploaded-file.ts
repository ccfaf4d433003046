import type { Database } from '#server/database/database';
import { readPart } from './imports.queries.ts';

/** Streams the content of an uploaded file, a part at a time. */
export async function* uploadedFile(database: Database, id: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; ; ) {
    const part = await readPart(database, id, start);
    if (!part) return;
    yield part;
    start += part.length;
  }
}
