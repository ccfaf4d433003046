import { Readable } from 'node:stream';
import type { AreaServices } from '#server/features/area';
import { type AuditAuthor, recordAudit } from '#server/features/audit/audit.queries';
import { FileStream } from '#server/http/answers';
import { ApiError } from '#server/http/api-error';
import type { ServiceCaller } from '#server/http/service-keys';
import { remittanceFile } from './remittance-file.ts';
import { REMITTANCES_MESSAGES } from './remittances.messages.ts';
import { findOpenDay, findRemittance } from './remittances.queries.ts';

/** The file with which accounting posts the cash receipts of a day. */
export function remittancesService({ database }: AreaServices) {
  const file = async (day: string, dataSources: ServiceCaller['dataSources']): Promise<FileStream> => {
    const open = await findOpenDay(database, day, dataSources);
    // A file that was posted must never change.
    if (open) throw new ApiError('conflict', { detail: REMITTANCES_MESSAGES.notOver(day, open) });
    const text = remittanceFile(await findRemittance(database, day, dataSources));
    return new FileStream(`remittance-${day}.csv`, 'text/csv; charset=utf-8', Readable.from([text]));
  };

  return {
    file,

    /** The file of all data sources. Each download is recorded in the audit log. */
    async fileForDesk(day: string, author: AuditAuthor): Promise<FileStream> {
      const made = await file(day, null);
      await database.transaction('system', (transaction) =>
        recordAudit(transaction, { ...author, customerId: null, action: 'desk.remittance', subject: day, detail: {} }),
      );
      return made;
    },
  };
}
