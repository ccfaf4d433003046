import type { MultipartFile } from '@fastify/multipart';
import type { FileRules } from '@yardage/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { HTTP_MESSAGES } from './http.messages.ts';
import { assertReadable } from './readable-input.ts';

/** A file as it was uploaded. The sender chose its name, so it proves nothing about the content. */
export interface UploadedFile {
  fileName: string;
  bytes: Buffer;
}

export interface Form {
  fields: Record<string, string>;
  files: UploadedFile[];
}

const FIELD_LIMITS = { fields: 20, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 20 };
/** An upload that takes longer, pauses longer or is slower than this is ended to free its slot. */
const READ_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 10_000;
const SLOWEST_BYTES_PER_SECOND = 8 * 1024;
/** Room for the fields and the boundaries between the parts. */
const OVERHEAD_BYTES = 512 * 1024;

/** Reads a multipart form. Files that break the rules are refused while they arrive. */
export async function readForm(request: FastifyRequest, rules: FileRules): Promise<Form> {
  if (!request.isMultipart()) throw new ApiError('unsupported-media-type');
  const announced = Number(request.headers['content-length'] ?? 0);
  // A form that is somewhat too large is read and gets a message that says why; one of four times the limit is refused unread.
  if (announced > 4 * (rules.maxCount * rules.maxBytes + OVERHEAD_BYTES)) throw new ApiError('payload-too-large');
  const connection = watchConnection(request.raw);
  try {
    return await Promise.race([readParts(request, rules), connection.broken]);
  } catch (error) {
    throw asRefusal(error, rules);
  } finally {
    connection.stopWatching();
  }
}

async function readParts(request: FastifyRequest, rules: FileRules): Promise<Form> {
  const form: Form = { fields: {}, files: [] };
  const limits = { ...FIELD_LIMITS, fileSize: rules.maxBytes, files: rules.maxCount };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') await takeFile(form, part, rules);
    else if (part.valueTruncated || part.fieldnameTruncated) throw new ApiError('payload-too-large');
    // Browsers send the line breaks of a form as CR LF; a limit of characters counts one.
    else form.fields[part.fieldname] = String(part.value).replaceAll('\r\n', '\n');
  }
  // The global check ran before the form was read, so check it here.
  assertReadable([form.fields, form.files.map(({ fileName }) => fileName)]);
  return form;
}

/**
 * Returns `broken`, which rejects if the client disconnects, stops sending or sends too slowly: the plugin would wait forever then. Call
 * `stopWatching` when the form is read.
 */
function watchConnection(raw: FastifyRequest['raw']): { broken: Promise<never>; stopWatching(): void } {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const rejectIfUnread = () => {
    if (!raw.readableEnded) reject(new ApiError('malformed-request'));
  };
  const cut = () => {
    rejectIfUnread();
    raw.destroy();
  };
  const { socket } = raw;
  let received = socket?.bytesRead ?? 0;
  const timeout = setTimeout(cut, READ_TIMEOUT_MS);
  const pace = setInterval(() => {
    // Data that has arrived and waits to be read is not the sender's delay.
    const isSlow = socket && !raw.readableLength && socket.bytesRead - received < (SLOWEST_BYTES_PER_SECOND * IDLE_TIMEOUT_MS) / 1000;
    if (isSlow && !raw.readableEnded) cut();
    received = socket?.bytesRead ?? 0;
  }, IDLE_TIMEOUT_MS);
  raw.once('close', rejectIfUnread);
  if (raw.destroyed) rejectIfUnread();
  const stopWatching = () => {
    clearTimeout(timeout);
    clearInterval(pace);
    raw.off('close', rejectIfUnread);
  };
  return { broken, stopWatching };
}

async function takeFile(form: Form, part: MultipartFile, rules: FileRules): Promise<void> {
  const bytes = await part.toBuffer();
  if (part.fieldname !== rules.field) {
    throw new ApiError('validation-failed', { fieldErrors: { [rules.field]: [HTTP_MESSAGES.sendFilesAs(rules.field)] } });
  }
  // Browsers send a part without name and content for an empty file field, which is skipped.
  if (part.filename || bytes.length > 0) form.files.push({ fileName: part.filename ?? '', bytes });
}

/** Turns the plugin's errors into the messages of the rules. */
function asRefusal(error: unknown, { field, messages }: FileRules): unknown {
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new ApiError('validation-failed', { fieldErrors: { [field]: [messages.tooLarge()] } });
  if (code === 'FST_FILES_LIMIT') return new ApiError('validation-failed', { fieldErrors: { [field]: [messages.tooMany()] } });
  if (error instanceof ApiError || (typeof code === 'string' && code.startsWith('FST_'))) return error;
  // The form is incomplete or malformed.
  return new ApiError('malformed-request', { cause: error });
}
