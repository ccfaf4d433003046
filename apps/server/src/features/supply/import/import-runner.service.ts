import type { Logger } from 'pino';
import type { Database } from '#server/database/database';
import { isUnavailable } from '#server/database/failures';
import type { RecordsAnnouncer } from '#server/hub/records-change';
import { liveChanges } from '../live-changes.ts';
import { UnreadableFileError } from './detect-format.ts';
import { IMPORT_MESSAGES } from './imports.messages.ts';
import { claimRun, endRun, listDataSources, type Run, removeOldParts } from './imports.queries.ts';
import { type RunEnd, runImport } from './run-import.service.ts';
import { forgetSeenByKilled } from './seen-keys.queries.ts';
import { uploadedFile } from './uploaded-file.ts';

/** Times of a file of data sources are in UTC. */
export const NO_TIME_ZONE = 'UTC';

/** Returns the time zone of a data source, if it is known. */
export async function timeZoneOf(database: Database, dataSource: string | null): Promise<string | undefined> {
  if (dataSource === null) return NO_TIME_ZONE;
  return (await listDataSources(database)).find(({ code }) => code === dataSource)?.timeZone;
}

/** Runs the imports of the desk in the background, one at a time in each process. A run survives the end of its process. */
export class ImportRunner {
  readonly #database: Database;
  readonly #records: RecordsAnnouncer;
  readonly #log: Logger;
  #isStopped = false;

  constructor(database: Database, records: RecordsAnnouncer, log: Logger) {
    this.#database = database;
    this.#records = records;
    this.#log = log;
  }

  /** Stops the run under way after its current chunk; another process, or the next start, continues it. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Runs all imports that wait, one after the other. */
  async runAll(): Promise<void> {
    while (!this.#isStopped) {
      const run = await claimRun(this.#database);
      if (!run) return;
      await this.#run(run);
    }
  }

  /** Removes abandoned uploads, and what killed dry runs have left. */
  async tidy(): Promise<void> {
    await removeOldParts(this.#database);
    await forgetSeenByKilled(this.#database);
  }

  async #run(run: Run): Promise<void> {
    try {
      const timeZone = await timeZoneOf(this.#database, run.dataSource);
      if (timeZone === undefined) throw new UnreadableFileError(IMPORT_MESSAGES.unknownDataSource(run.dataSource ?? ''));
      const end = await runImport(run, {
        database: this.#database,
        source: uploadedFile(this.#database, run.id),
        timeZone,
        isStopped: () => this.#isStopped,
        onChanges: (changes) => this.#records.announceRecords(liveChanges(changes)),
      });
      await this.#end(run, end);
    } catch (error) {
      // The run is taken up again when the database is back.
      if (isUnavailable(error)) throw error;
      if (!(error instanceof UnreadableFileError)) this.#log.error({ err: error, import: run.id }, 'import failed');
      await endRun(this.#database, run.id, 'failed', error instanceof UnreadableFileError ? error.message : IMPORT_MESSAGES.crashed);
    }
  }

  async #end({ id }: Run, end: RunEnd): Promise<void> {
    if (end === 'taken-over') return;
    await endRun(this.#database, id, end === 'stopped' ? 'queued' : end, null);
  }
}
