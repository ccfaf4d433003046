import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import { HTTP_MESSAGES } from './http.messages.ts';

/** Deeper than any body of the contract, and far below what breaks a recursive JSON parser. */
const MAX_DEPTH = 32;

/** Refuses values that cannot be stored or processed, anywhere in path, query or body of any route. */
export function registerReadableInput(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    assertReadable(request.params);
    assertReadable(request.query);
    assertReadable(request.body);
    done();
  });
}

/** Refuses NUL and unpaired surrogates, which PostgreSQL accepts neither as text nor in jsonb, and JSON nested too deeply. */
export function assertReadable(input: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') assertText(value);
    // Bytes are kept as they are; the code that reads them checks them.
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (depth >= MAX_DEPTH) throw new ApiError('malformed-request', { detail: `JSON can be nested ${MAX_DEPTH} levels deep at most.` });
    for (const [name, each] of Object.entries(value)) {
      assertText(name);
      waiting.push({ value: each, depth: depth + 1 });
    }
  }
}

/** Whether a value passes `assertReadable`. */
export function isReadable(input: unknown): boolean {
  try {
    assertReadable(input);
    return true;
  } catch {
    return false;
  }
}

function assertText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new ApiError('malformed-request', { detail: HTTP_MESSAGES.invalidText });
  }
}
