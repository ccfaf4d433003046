import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import { HTTP_MESSAGES } from './http.messages.ts';

/** More than any body of the contract needs, and far less than what overflows the stack of a recursive function. */
const MAX_DEPTH = 32;

/** Refuses values that cannot be stored or processed, anywhere in path, query or body of any route. */
export function registerReadableInput(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    assertReadable(request.params);
    assertReadable(request.query);
    assertReadable(withoutItems(request.body, request.routeOptions.config.itemsIn));
    done();
  });
}

/** Leaves out the items of a batch: their handler checks each, so that a bad one does not refuse the others. */
function withoutItems(body: unknown, itemsIn: string | undefined): unknown {
  if (itemsIn === undefined || typeof body !== 'object' || body === null) return body;
  return Array.isArray((body as Record<string, unknown>)[itemsIn]) ? { ...body, [itemsIn]: [] } : body;
}

/** Refuses NUL and unpaired surrogates, which PostgreSQL accepts neither as text nor in jsonb, and JSON nested too deeply. */
export function assertReadable(input: unknown): void {
  const fault = findUnreadable(input, isText);
  if (!fault) return;
  const where = fault.path.length > 0 ? HTTP_MESSAGES.invalidTextIn(fault.path.join('.')) : HTTP_MESSAGES.invalidText;
  throw new ApiError('malformed-request', { detail: fault.isTooDeep ? TOO_DEEP : where });
}

/** Whether a value passes `assertReadable`. */
export function isReadable(input: unknown): boolean {
  return findUnreadable(input, isText) === undefined;
}

/** Returns an item of a batch without the NUL characters with which old systems pad fields, or the first field that is not valid and why. */
export function readItem(item: unknown): { item: unknown } | { field: string; message: string } {
  const fault = findUnreadable(item, (text) => text.isWellFormed());
  if (fault) return { field: fault.path.join('.') || 'record', message: fault.isTooDeep ? TOO_DEEP : HTTP_MESSAGES.invalidCharacters };
  return { item: isReadable(item) ? item : withoutNul(item) };
}

const TOO_DEEP = `JSON can be nested ${MAX_DEPTH} levels deep at most.`;
const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A value that cannot be read, and where it is. */
interface Unreadable {
  path: string[];
  isTooDeep: boolean;
}

function findUnreadable(input: unknown, isGood: (text: string) => boolean): Unreadable | undefined {
  const waiting: { value: unknown; path: Path | null; depth: number }[] = [{ value: input, path: null, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string' && !isGood(value)) return { path: namesOf(path), isTooDeep: false };
    // Bytes are kept as they are; the code that reads them checks them.
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (depth >= MAX_DEPTH) return { path: namesOf(path), isTooDeep: true };
    for (const [name, each] of Object.entries(value)) {
      if (!isGood(name)) return { path: namesOf(path), isTooDeep: false };
      waiting.push({ value: each, path: { name, parent: path }, depth: depth + 1 });
    }
  }
  return undefined;
}

/** The path to a value as a linked list from its end: cheap to extend, and turned into names only for a value that is refused. */
interface Path {
  name: string;
  parent: Path | null;
}

function namesOf(path: Path | null): string[] {
  const names: string[] = [];
  for (let at = path; at; at = at.parent) names.unshift(at.name);
  return names;
}

function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(withoutNul);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.replaceAll('\0', ''), withoutNul(each)]));
}
