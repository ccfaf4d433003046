import { type createPack, MAX_PACK_RECORDS, type PackRow } from '@yardage/contract/close-out-packs';
import type { Input } from '@yardage/contract/endpoint';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { AuditAction } from '@yardage/domain/audit.messages';
import { formatNumber } from '@yardage/domain/quantities';
import { currentLanguage } from '@yardage/messages/language';
import type { Member, Transaction } from '#server/database/database';
import { readAhead } from '#server/documents/document-renderer';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { FileStream } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { PACK_MESSAGES } from './close-out-packs.messages.ts';
import type { PackScope } from './close-out-packs.queries.ts';
import * as queries from './close-out-packs.queries.ts';
import { isWithin, packRightsOf } from './pack-rights.ts';

/** Packs that a person may have waiting or being made at a time. */
const MAX_BUSY = 3;

const refuse = (field: string, message: string) => new ApiError('validation-failed', { fieldErrors: { [field]: [message] } });
const conflict = (detail: string) => new ApiError('conflict', { detail });

/** Close-out packs of a job or a month (APY-10). */
export function closeOutPacksService({ database, limits }: AreaServices) {
  const find = async (scope: Scope, id: number): Promise<PackRow> => orNotFound(await queries.findPack(database, scope, id));

  /** Changes a pack of the caller and writes the audit entry. */
  const change = async (
    scope: Scope,
    id: number,
    requestId: string,
    action: AuditAction,
    work: (transaction: Transaction, state: PackRow['state']) => Promise<void>,
  ): Promise<void> =>
    database.transaction(scope, async (transaction) => {
      await work(transaction, orNotFound(await queries.lockPack(transaction, scope, id)));
      const { userId, customerId } = scope;
      await recordAudit(transaction, { userId, customerId, requestId, action, subject: String(id), detail: {} });
    });

  /** The bytes of a pack. Fails if it is deleted meanwhile, so that nobody takes the beginning of a file for all of it. */
  async function* fileOf(actor: Member, { id, fileBytes }: PackRow): AsyncGenerator<Buffer> {
    for (let start = 0; start < fileBytes; ) {
      const part = await queries.readPart(database, actor, id, start);
      if (!part) throw new Error(`close-out pack ${id} was deleted while it was sent`);
      yield part;
      start += part.length;
    }
  }

  /** Returns the job that a name, with a number or an address, means. */
  const jobOf = async (transaction: Transaction, actor: Member, wanted: PackScope & { kind: 'job' }): Promise<PackScope> => {
    const [job, other] = await queries.findJobs(transaction, actor, wanted);
    if (!job) throw refuse('job', PACK_MESSAGES.empty);
    if (other) throw refuse('job', PACK_MESSAGES.severalJobs);
    return { kind: 'job', ...job };
  };

  return {
    options: (scope: Scope) =>
      queries.findOptions(database, scope, {
        timeZone: scope.timeZone,
        withInvoices: scope.permissions.has(PERMISSIONS.INVOICES_VIEW_PDF),
      }),
    list: (scope: Scope) => queries.listPacks(database, scope),

    async create(scope: Scope, body: Input<typeof createPack>['body'], requestId: string): Promise<PackRow> {
      const wanted = scopeOf(body);
      const { userId, customerId, timeZone, permissions } = scope;
      const id = await database.transaction(scope, async (transaction) => {
        await queries.lockMaker(transaction, scope);
        const of = wanted.kind === 'job' ? await jobOf(transaction, scope, wanted) : wanted;
        const twin = await queries.findBusyTwin(transaction, scope, of);
        if (twin !== undefined) return twin;
        if ((await queries.countBusy(transaction, scope)) >= MAX_BUSY) throw conflict(PACK_MESSAGES.busy);
        const pack = await queries.insertPack(transaction, scope, {
          scope: of,
          timeZone,
          ...packRightsOf(permissions),
          language: currentLanguage(),
        });
        if (pack.total === 0) throw refuse(of.kind, PACK_MESSAGES.empty);
        if (pack.total > MAX_PACK_RECORDS) {
          throw refuse(of.kind, PACK_MESSAGES.tooMany(formatNumber(MAX_PACK_RECORDS), formatNumber(pack.total)));
        }
        const subject = of.kind === 'job' ? of.job : of.month;
        const detail = { packId: pack.id, kind: of.kind, records: pack.total };
        await recordAudit(transaction, { userId, customerId, requestId, action: 'close-out-packs.create', subject, detail });
        return pack.id;
      });
      return find(scope, id);
    },

    async cancel(scope: Scope, id: number, requestId: string): Promise<PackRow> {
      await change(scope, id, requestId, 'close-out-packs.cancel', async (transaction, state) => {
        if (state !== 'queued' && state !== 'running') throw conflict(PACK_MESSAGES.isOver);
        await queries.requestCancel(transaction, id);
      });
      return find(scope, id);
    },

    async retry(scope: Scope, id: number, requestId: string): Promise<PackRow> {
      await change(scope, id, requestId, 'close-out-packs.retry', async (transaction, state) => {
        if (state !== 'failed') throw conflict(PACK_MESSAGES.notFailed);
        await queries.queueAgain(transaction, id);
      });
      return find(scope, id);
    },

    async delete(scope: Scope, id: number, requestId: string): Promise<{ id: number }> {
      await change(scope, id, requestId, 'close-out-packs.delete', (transaction) => queries.deletePack(transaction, id));
      return { id };
    },

    /** A pack shows what its maker was allowed to see then. A user who lost that right does not get the file. */
    async download(scope: Scope, id: number, signal: AbortSignal): Promise<FileStream> {
      const pack = await find(scope, id);
      if (pack.state !== 'done') throw conflict(PACK_MESSAGES.notDone);
      const rights = orNotFound(await queries.findRights(database, scope, id));
      if (!isWithin(rights, scope.permissions)) throw new ApiError('permission-missing');
      const leave = await limits.downloads.take(scope.userId, signal);
      const file = new FileStream(fileName(pack), 'application/zip', readAhead(fileOf(scope, pack)), pack.fileBytes);
      file.stream.once('close', leave);
      if (signal.aborted) file.stream.destroy();
      return file;
    },
  };
}

/** Returns what a pack is made of, or refuses a request that does not say. */
function scopeOf({ kind, job, jobNumber, jobAddress, month }: Input<typeof createPack>['body']): PackScope {
  if (kind === 'job') {
    if (job === undefined) throw refuse('job', PACK_MESSAGES.jobNeeded);
    return { kind, job, jobNumber: jobNumber ?? null, jobAddress: jobAddress ?? null };
  }
  if (month === undefined) throw refuse('month', PACK_MESSAGES.monthNeeded);
  return { kind, month };
}

/** `Close-out_October_Tower.zip`; the browser names it the same. */
function fileName({ job, jobNumber, month }: PackRow): string {
  return `Close-out_${month ?? [job, jobNumber].filter(Boolean).join('_')}.zip`;
}
