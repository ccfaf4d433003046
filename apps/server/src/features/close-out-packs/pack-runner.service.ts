import { PERMISSIONS } from '@yardage/contract/permissions';
import { runInLanguage } from '@yardage/messages/language';
import type { Logger } from 'pino';
import type { Database } from '#server/database/database';
import { isUnavailable } from '#server/database/failures';
import type { DocumentRenderer } from '#server/documents/document-renderer';
import { indexHeading, indexLine, packDocument } from './pack-document.ts';
import { isWithin } from './pack-rights.ts';
import type { PackItem, PackRun, WrittenItem } from './pack-run.queries.ts';
import * as queries from './pack-run.queries.ts';
import { PACK_SOURCES } from './pack-sources.ts';
import { type ZipEntry, zipDirectory, zipFile } from './zip-format.ts';

/** Records in memory at a time, and in one part of the file. */
const CHUNK_RECORDS = 25;
/** Entries that are read at a time for the index. */
const CHUNK_ENTRIES = 1000;
const SUMMARY_FILE = 'Summary.pdf';
const INDEX_FILE = 'Index.csv';

type RunEnd = 'done' | 'cancelled' | 'stopped' | 'taken-over' | 'access-ended';

/** Makes close-out packs in the background, one at a time in each process. A pack survives the end of its process. */
export class PackRunner {
  readonly #database: Database;
  readonly #documents: Pick<DocumentRenderer, 'render'>;
  readonly #log: Logger;
  #isStopped = false;

  constructor(database: Database, documents: Pick<DocumentRenderer, 'render'>, log: Logger) {
    this.#database = database;
    this.#documents = documents;
    this.#log = log;
  }

  /** Lets the run stop after its present records; another process, or the next start, continues it. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Makes whatever waits, and returns when there is nothing. */
  async runAll(): Promise<void> {
    while (!this.#isStopped) {
      const pack = await queries.claimPack(this.#database);
      if (!pack) return;
      await runInLanguage(pack.language, () => this.#run(pack));
    }
  }

  async #run(pack: PackRun): Promise<void> {
    try {
      const end = await this.#make(pack);
      if (end === 'stopped') await queries.endPack(this.#database, pack.id, 'queued');
      else if (end === 'cancelled') await queries.endPack(this.#database, pack.id, 'cancelled');
      else if (end === 'access-ended') await queries.endPack(this.#database, pack.id, 'failed', 'access-ended');
    } catch (error) {
      // The run continues when the database is back.
      if (isUnavailable(error)) throw error;
      this.#log.error({ err: error, pack: pack.id }, 'close-out pack failed');
      await queries.endPack(this.#database, pack.id, 'failed', 'crashed');
    }
  }

  async #make(pack: PackRun): Promise<RunEnd> {
    while (pack.doneCount < pack.totalCount) {
      if (this.#isStopped) return 'stopped';
      const codes = await queries.findMakersCodes(this.#database, pack);
      if (!codes.has(PERMISSIONS.DOCUMENTS_CLOSE_OUT) || !isWithin(pack, codes)) return 'access-ended';
      const goesOn = await this.#addChunk(pack);
      if (goesOn === undefined) return 'taken-over';
      if (!goesOn) return 'cancelled';
    }
    return this.#finish(pack);
  }

  /** Adds the next records of one kind. Moves `pack` on. */
  async #addChunk(pack: PackRun): Promise<boolean | undefined> {
    const next = await queries.nextItems(this.#database, pack, CHUNK_RECORDS);
    const [first] = next;
    // The list of records does not change, so this cannot happen.
    if (!first) throw new Error(`pack ${pack.id} has fewer records than it counts`);
    const chunk = next.filter(({ kind }) => kind === first.kind);
    const ids = chunk.map(({ recordId }) => recordId);
    const records = await PACK_SOURCES[first.kind](this.#database, pack, ids);
    const recordOf = new Map(records.map((record) => [record.id, record]));
    const pieces: Buffer[] = [];
    const items: WrittenItem[] = [];
    let end = pack.writtenBytes;
    for (const { position, recordId, fileName } of chunk) {
      const record = recordOf.get(recordId);
      if (!record) {
        items.push({ position, facts: null, startByte: null, byteCount: null, checksum: null });
        continue;
      }
      // One document after the other, so that people who open one meanwhile find a free thread.
      const content = await this.#documents.render(record.document);
      const { entry, bytes } = zipFile(fileName, content, end, pack);
      items.push({ position, facts: record.facts, startByte: end, byteCount: entry.byteCount, checksum: entry.checksum });
      pieces.push(bytes);
      end += bytes.length;
    }
    const progress = {
      fromCount: pack.doneCount,
      doneCount: (chunk.at(-1) as PackItem).position,
      startByte: pack.writtenBytes,
      content: Buffer.concat(pieces),
      items,
    };
    const goesOn = await this.#database.transaction('system', (transaction) => queries.saveProgress(transaction, pack, progress));
    pack.doneCount = progress.doneCount;
    pack.writtenBytes = end;
    return goesOn;
  }

  /** Adds summary, index and the ZIP file's directory. */
  async #finish(pack: PackRun): Promise<RunEnd> {
    const entries: ZipEntry[] = [];
    const lines: string[] = [indexHeading(pack)];
    for (let after = 0; ; ) {
      const page = await queries.readEntries(this.#database, pack.id, after, CHUNK_ENTRIES);
      for (const entry of page) {
        entries.push({ name: entry.fileName, startByte: entry.startByte, byteCount: entry.byteCount, checksum: entry.checksum });
        lines.push(indexLine(pack, entry));
      }
      after = page.at(-1)?.position ?? after;
      if (page.length < CHUNK_ENTRIES) break;
    }
    const [heading, products, sums] = await Promise.all([
      queries.findHeading(this.#database, pack),
      queries.sumProducts(this.#database, pack.id),
      queries.sumRecords(this.#database, pack.id),
    ]);
    const summary = zipFile(
      SUMMARY_FILE,
      await this.#documents.render(packDocument(pack, heading, products, sums)),
      pack.writtenBytes,
      pack,
    );
    const index = zipFile(INDEX_FILE, Buffer.from(lines.join('')), pack.writtenBytes + summary.bytes.length, pack);
    const directoryStart = index.entry.startByte + index.bytes.length;
    // The directory names summary and index first, although they were written last.
    const directory = zipDirectory([summary.entry, index.entry, ...entries], directoryStart, pack);
    const last = Buffer.concat([summary.bytes, index.bytes, directory]);
    const isDone = await this.#database.transaction('system', (transaction) =>
      queries.finishPack(transaction, pack, pack.writtenBytes, last),
    );
    if (isDone) return 'done';
    return (await queries.isCancelling(this.#database, pack.id)) ? 'cancelled' : 'taken-over';
  }
}
