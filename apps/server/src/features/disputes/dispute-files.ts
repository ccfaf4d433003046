import { DISPUTE_MESSAGES } from '@yardage/domain/disputes.messages';
import { keepPicture, PictureRefusedError, plainName, withOwnNames } from '#server/features/pictures/pictures';
import { ApiError } from '#server/http/api-error';
import type { UploadedFile } from '#server/http/form';

/** A file of a dispute as it is stored. */
export interface KeptFile {
  fileName: string;
  contentType: string;
  content: Buffer;
}

const PDF_START = '%PDF-';
const PDF_END = '%%EOF';
/** Writers add some bytes after the end mark, but not many. */
const END_WITHIN_BYTES = 2048;

/** Checks the files by their content and returns them as they are stored. Pictures are encoded again, PDFs are kept as they are. */
export async function keepFiles(files: readonly UploadedFile[]): Promise<KeptFile[]> {
  const kept: KeptFile[] = [];
  for (const { fileName, bytes } of files)
    kept.push(isPdf(bytes) ? keepPdf(fileName, bytes) : await keepPicture(fileName, bytes).catch(refuse));
  return withOwnNames(kept);
}

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, PDF_START.length).toString('latin1') === PDF_START;
}

function keepPdf(fileName: string, bytes: Buffer): KeptFile {
  if (!bytes.subarray(-END_WITHIN_BYTES).toString('latin1').includes(PDF_END)) refuse(new PictureRefusedError('wrong-type'));
  return { fileName: `${plainName(fileName) || 'document'}.pdf`, contentType: 'application/pdf', content: bytes };
}

function refuse(error: unknown): never {
  if (!(error instanceof PictureRefusedError)) throw error;
  const message = error.reason === 'wrong-type' ? DISPUTE_MESSAGES.wrongFileType : error.message;
  throw new ApiError('validation-failed', { fieldErrors: { files: [message] }, cause: error });
}
