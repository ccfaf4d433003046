import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/database/database';
import { JsonText } from './answers.ts';
import { ApiError } from './api-error.ts';
import type { UploadedFile } from './form.ts';
import { type ExecutedWrite, executeClaiming, findWrite, type KeyedWrite, storeAnswer } from './idempotency.queries.ts';

/** How long a retry waits for the answer of a first request that is still running. */
const ANSWER_WITHIN_MS = 5000;
const LOOK_EVERY_MS = 50;
const USABLE_KEY = /^[\x21-\x7e]{8,200}$/;

/** What identifies a request besides its key. */
export interface KeyedRequest {
  callerId: number | undefined;
  customerId: number | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
  files: readonly UploadedFile[];
}

/** Whether an endpoint takes an idempotency key: not for reads, streams, files and secrets, nor for writes of machines or with a key of their own. */
export function acceptsIdempotencyKey({
  method,
  ignoresIdempotencyKey,
  answersFile,
  answersStream,
  answersSecret,
  access,
}: Endpoint): boolean {
  return method !== 'GET' && !ignoresIdempotencyKey && !answersFile && !answersStream && !answersSecret && !('service' in access);
}

/** Returns the write's key from the header `Idempotency-Key`, if the endpoint takes one. */
export function idempotencyKeyOf(request: FastifyRequest, endpoint: Endpoint): string | undefined {
  const key = request.headers[HEADERS.idempotencyKey.toLowerCase()];
  if (key === undefined || !acceptsIdempotencyKey(endpoint)) return undefined;
  if (typeof key !== 'string' || !USABLE_KEY.test(key)) {
    throw new ApiError('malformed-request', { detail: `${HEADERS.idempotencyKey} takes 8 to 200 characters without spaces.` });
  }
  return key;
}

/** Names a write by its key, its caller and its content. */
export function keyedWrite(endpoint: Endpoint, key: string, request: KeyedRequest): KeyedWrite {
  const { callerId = 0, customerId, params, query, body, files } = request;
  const hash = createHash('sha256').update(JSON.stringify([customerId, params, query, body]));
  for (const { fileName, bytes } of files) hash.update(JSON.stringify([fileName, bytes.length])).update(bytes);
  return { callerId, endpoint: endpoint.id, key, requestHash: hash.digest('hex') };
}

/**
 * Executes a write once. A retry with the same key gets the first answer. A refused write changed nothing and is not stored, so its retry is
 * executed like a new write.
 */
export async function executeOnce<T>(
  database: Database,
  write: KeyedWrite,
  execute: () => Promise<T>,
  onUnstored: (error: unknown) => void,
): Promise<T | JsonText<T>> {
  const known = await findWrite(database, write);
  if (known) return answerAgain(database, write, known);
  const executed = await executeClaiming(write, execute);
  if (!executed) return answerAgain(database, write, await findWrite(database, write));
  const { answer } = executed;
  // The write is committed, so its caller gets the answer even if it cannot be stored.
  await storeAnswer(database, write, answer instanceof JsonText ? answer.text : JSON.stringify(answer)).catch(onUnstored);
  return answer;
}

async function answerAgain<T>(database: Database, write: KeyedWrite, known: ExecutedWrite | undefined): Promise<JsonText<T>> {
  if (known && known.requestHash !== write.requestHash) throw new ApiError('idempotency-key-reused');
  for (let waitedMs = 0; waitedMs < ANSWER_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    const executed = waitedMs === 0 ? known : await findWrite(database, write);
    if (executed?.answer != null) return new JsonText<T>(executed.answer);
    await pause(LOOK_EVERY_MS);
  }
  throw new ApiError('already-done');
}
