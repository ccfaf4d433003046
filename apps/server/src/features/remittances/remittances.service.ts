import { Readable } from 'node:stream';
import type { AreaServices } from '#server/features/area';
import { FileStream } from '#server/http/answers';
import { ApiError } from '#server/http/api-error';
import type { ServiceCaller } from '#server/http/service-keys';
import { remittanceFile } from './remittance-file.ts';
import { REMITTANCES_MESSAGES } from './remittances.messages.ts';
import { findOpenDay, findRemittance } from './remittances.queries.ts';

/** The file with which accounting posts the cash receipts of a day. */
export function remittancesService({ database }: AreaServices) {
  return {
    async file({ dataSources }: ServiceCaller, day: string): Promise<FileStream> {
      const open = await findOpenDay(database, day, dataSources);
      // A file that was posted must never change.
      if (open) throw new ApiError('conflict', { detail: REMITTANCES_MESSAGES.notOver(day, open) });
      const text = remittanceFile(await findRemittance(database, day, dataSources));
      return new FileStream(`remittance-${day}.csv`, 'text/csv; charset=utf-8', Readable.from([text]));
    },
  };
}
