import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordHead, SUPPLY_RESOURCES, type SupplyRecord, type SupplyResource } from '@yardage/contract/supply-records';
import type { z } from 'zod';
import type { FieldErrors } from '#server/http/api-error';
import { readItem } from '#server/http/readable-input';
import { describeIssue } from './record-texts.ts';
import type { Sender } from './resources/resource-handler.ts';
import { handlerOf } from './resources/resource-handlers.ts';
import { SUPPLY_MESSAGES } from './supply.messages.ts';

/** A record of a batch after validation. */
export interface GivenRecord {
  index: number;
  dataSource: string;
  key: string;
  /** Milliseconds. */
  updatedAt: number;
  hash: string;
  body: unknown;
  /** The record, or why it is not valid. */
  content: { record: SupplyRecord<SupplyResource> } | { errors: FieldErrors };
}

/** A record without a valid key or version. It cannot be stored, only reported. */
export interface NamelessRecord {
  index: number;
  key: string | null;
  errors: FieldErrors;
}

/** After this many records other requests get a turn. Validating a whole batch would block them for tens of milliseconds. */
export const RECORDS_PER_TURN = 50;

/** Validates the records of a batch one by one. */
export async function readBatch(
  resource: SupplyResource,
  dataSource: string | undefined,
  records: readonly unknown[],
  by: Sender,
): Promise<{ given: GivenRecord[]; nameless: NamelessRecord[] }> {
  const given: GivenRecord[] = [];
  const nameless: NamelessRecord[] = [];
  for (const [index, sent] of records.entries()) {
    if (index % RECORDS_PER_TURN === RECORDS_PER_TURN - 1) await nextTurn();
    const { read, unread, key, updatedAt } = readOne(resource, sent, by);
    if (updatedAt !== null && isAhead(updatedAt)) nameless.push({ index, key, errors: { updatedAt: [SUPPLY_MESSAGES.ahead] } });
    else if (key === null || updatedAt === null) nameless.push({ index, key, errors: 'errors' in read ? read.errors : {} });
    else {
      const body = 'record' in read ? read.record : unread;
      given.push({ index, dataSource: dataSource ?? key, key, updatedAt, hash: hashOf(body), body, content: read });
    }
  }
  return { given, nameless };
}

/** Reads a record: its content or faults (`read`), what is stored if it is not valid (`unread`), and its key and version. */
function readOne(resource: SupplyResource, sent: unknown, by: Sender) {
  const readable = readItem(sent);
  if ('item' in readable) return { read: readRecord(resource, readable.item, by), unread: readable.item, ...headOf(readable.item) };
  const { key, updatedAt } = headOf(sent);
  // Invalid text cannot be stored, so only key and version are. They are never a valid record, so a corrected version may replace them.
  const unread = { key, updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString() };
  return { read: { errors: { [readable.field]: [readable.message] } }, unread, key, updatedAt };
}

/** How far the clock of a system may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 3_600_000;

/** Whether a version lies in the future. If it were applied, every correct version of the record would be stale until then. */
export const isAhead = (updatedAt: number): boolean => updatedAt > Date.now() + CLOCK_TOLERANCE_MS;

/** Whether a stored body is a valid record. */
export function isValidRecord(resource: SupplyResource, body: unknown, by: Sender): boolean {
  return 'record' in readRecord(resource, body, by);
}

function readRecord(resource: SupplyResource, sent: unknown, by: Sender): GivenRecord['content'] {
  const parsed = SUPPLY_RESOURCES[resource].safeParse(sent, { error: describeIssue });
  if (!parsed.success) return { errors: errorsOf(parsed.error.issues) };
  const faults = handlerOf(resource).validate?.(parsed.data, by) ?? [];
  if (faults.length === 0) return { record: parsed.data };
  return { errors: errorsOf(faults.map(({ field, message }) => ({ path: [field], message }))) };
}

function errorsOf(issues: readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const field = path.join('.') || 'record';
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

function headOf(sent: unknown): { key: string | null; updatedAt: number | null } {
  const { key, updatedAt } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  const readKey = recordHead.key.safeParse(key);
  const readMoment = recordHead.updatedAt.safeParse(updatedAt);
  const isText = readKey.success && readKey.data.isWellFormed();
  return { key: isText ? readKey.data : null, updatedAt: readMoment.success ? Date.parse(readMoment.data) : null };
}

/** Hash of a record's content, by which a repeated version is recognised. The schema gives the fields their order. */
function hashOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64');
}
