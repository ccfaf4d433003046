import { MEGABYTE } from '@yardage/domain/file-sizes';
import { SUPPORT_MESSAGES } from '@yardage/domain/rules.messages';
import { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE } from '@yardage/domain/support-rules';
import { loadSharp } from '#server/documents/load-sharp';
import { Semaphore } from '#server/http/semaphore';

/** A picture as it is stored: re-encoded, so that it contains only the image, without camera metadata. */
export interface Picture {
  fileName: string;
  contentType: 'image/jpeg' | 'image/png';
  content: Buffer;
}

/** Why a file is refused. */
type RefusalReason = 'wrong-type' | 'side-too-long' | 'too-many-pixels';

/** Thrown for a file that is refused; the message is shown to the user. */
export class PictureRefusedError extends Error {
  override name = 'PictureRefusedError';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(messageOf(reason), options);
    this.reason = reason;
  }
}

function messageOf(reason: RefusalReason): string {
  if (reason === 'side-too-long') return SUPPORT_MESSAGES.sideTooLong(MAX_PICTURE_SIDE);
  return reason === 'too-many-pixels' ? SUPPORT_MESSAGES.tooManyPixels : SUPPORT_MESSAGES.wrongFileType;
}

const KEPT_SIDE = 2560;
/** A phone photo takes less than a second. */
const DECODE_SECONDS = 5;
const JPEG_QUALITY = 85;
/** As much as the largest file that may be uploaded for a picture of a customer. */
const MAX_KEPT_BYTES = 4 * MEGABYTE;
/** Smaller pictures have more bytes per pixel. */
const SHRINK_MARGIN = 0.9;
const MAX_FILE_NAME_LENGTH = 100;

/** One picture at a time: decoding a large picture takes many times the size of its file. */
const slots = new Semaphore(1);

/** Checks the file type by its content, before decoding, and returns the picture to store. */
export async function keepPicture(fileName: string, bytes: Buffer, keptSide = KEPT_SIDE): Promise<Picture> {
  const format = formatOf(bytes);
  if (!format) throw new PictureRefusedError('wrong-type');
  return slots.run(async () => {
    // libvips decodes in Node's thread pool, so this thread keeps serving requests.
    const content = await reencode(bytes, format, keptSide);
    return { fileName: tidyName(fileName, format), contentType: `image/${format}`, content };
  });
}

type Format = 'jpeg' | 'png';

/** Detects the format from the first bytes; the file name does not matter. */
function formatOf(bytes: Buffer): Format | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  return undefined;
}

async function reencode(bytes: Buffer, format: Format, keptSide: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PICTURE_PIXELS, sequentialRead: true }).timeout({
    seconds: DECODE_SECONDS,
  });
  const { width, height } = await image.metadata().catch(refuse);
  if (Math.max(width, height) > MAX_PICTURE_SIDE) throw new PictureRefusedError('side-too-long');
  if (width * height > MAX_PICTURE_PIXELS) throw new PictureRefusedError('too-many-pixels');
  const encode = (side: number): Promise<Buffer> => {
    const fitted = image.clone().autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    return (format === 'jpeg' ? fitted.jpeg({ quality: JPEG_QUALITY }) : fitted.png()).toBuffer().catch(refuse);
  };
  let side = Math.min(keptSide, Math.max(width, height));
  let content = await encode(side);
  // A file of few colors may become ten times as large, because scaling down mixes the colors.
  while (content.length > MAX_KEPT_BYTES) {
    side = Math.floor(side * Math.sqrt(MAX_KEPT_BYTES / content.length) * SHRINK_MARGIN);
    content = await encode(side);
  }
  return content;
}

/** Refuses a file that starts like a picture but has too many pixels or cannot be decoded. */
function refuse(error: unknown): never {
  const isTooLarge = error instanceof Error && /pixel limit|timeout/.test(error.message);
  throw new PictureRefusedError(isTooLarge ? 'too-many-pixels' : 'wrong-type', { cause: error });
}

/** Returns the uploaded name with the extension of the actual format. */
function tidyName(fileName: string, format: Format): string {
  return `${plainName(fileName) || 'picture'}.${format === 'jpeg' ? 'jpg' : 'png'}`;
}

/** Returns an uploaded name without folders, control characters and extension. */
export function plainName(fileName: string): string {
  const base = fileName.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  return (
    base
      .replace(/[^\p{L}\p{N} ._-]/gu, '_')
      .trim()
      .slice(0, MAX_FILE_NAME_LENGTH)
      // Cutting may leave half of a character, which is not valid text.
      .replace(/[\ud800-\udbff]$/, '')
  );
}

/** Numbers equal names, so that the files of one upload can be told apart: phones call every photo `image.jpg` (SUP-06). */
export function withOwnNames<File extends { fileName: string }>(files: readonly File[]): File[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const fileName = ownName(file.fileName, taken);
    taken.add(fileName.toLowerCase());
    return { ...file, fileName };
  });
}

function ownName(fileName: string, taken: ReadonlySet<string>): string {
  const dot = fileName.lastIndexOf('.');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? fileName : `${fileName.slice(0, dot)} (${number})${fileName.slice(dot)}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
