import { Readable } from 'node:stream';
import type { exportAuditLog, getAuditEntry, listAuditLog } from '@yardage/contract/desk-audit';
import type { Answer, Input } from '@yardage/contract/endpoint';
import { dayAt } from '@yardage/domain/dates';
import { keepLanguage } from '@yardage/messages/language';
import type { Database } from '#server/database/database';
import { type AuditAuthor, recordAudit } from '#server/features/audit/audit.queries';
import { FileStream, JsonText } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import { csvHeading, csvLine } from '#server/http/csv';
import { AUDIT_COLUMNS } from './desk-audit.messages.ts';
import * as queries from './desk-audit.queries.ts';

const PART = 2000;

/** The audit log, for staff. */
export function deskAuditService(database: Database) {
  return {
    async list(query: Input<typeof listAuditLog>['query']): Promise<JsonText<Answer<typeof listAuditLog>>> {
      const { who, action, customer, startDate: from, endDate: to, timeZone, ...page } = query;
      return new JsonText(await queries.listAudit(database, page, { who, action, customer, from, to, timeZone }));
    },

    async find(id: number): Promise<JsonText<Answer<typeof getAuditEntry>>> {
      return new JsonText(orNotFound(await queries.findAuditEntry(database, id)));
    },

    actions: () => queries.listActions(database),

    /** Streams what matches as CSV. The export is itself an entry. */
    async export(query: Input<typeof exportAuditLog>['query'], author: AuditAuthor): Promise<FileStream> {
      const { search, startDate: from, endDate: to, ...filter } = query;
      await database.transaction('system', (transaction) =>
        recordAudit(transaction, { ...author, customerId: null, action: 'desk.export-audit-log', subject: '', detail: query }),
      );
      const day = dayAt(new Date(), query.timeZone);
      return new FileStream(
        `audit-log-${day}.csv`,
        'text/csv; charset=utf-8',
        Readable.from(keepLanguage(lines(database, search, { ...filter, from, to })), { objectMode: false }),
      );
    },
  };
}

async function* lines(database: Database, search: string | undefined, filter: queries.AuditFilter): AsyncGenerator<string> {
  const { time, user, email, action, subject, customer, customerName, detail, request } = AUDIT_COLUMNS;
  yield csvHeading([time, user, email, action, subject, customer, customerName, detail, request]);
  let after: queries.AuditPlace | undefined;
  for (;;) {
    const part = await queries.readAudit(database, search, filter, after, PART);
    if (part.length > 0) yield part.map(lineOf).join('');
    if (part.length < PART) return;
    after = part.at(-1)?.place;
  }
}

function lineOf(entry: Awaited<ReturnType<typeof queries.readAudit>>[number]): string {
  const { at, userName, userEmail, action, subject, globalCustomerNumber, customerName, detail, requestId } = entry;
  return csvLine([at, userName, userEmail, action, subject, globalCustomerNumber, customerName, JSON.stringify(detail), requestId]);
}
