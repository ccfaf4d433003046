import { Readable } from 'node:stream';
import type { ImportFormat } from '@yardage/contract/imports';
import { CsvError, parse } from 'csv-parse';
import { type FileRow, parserOptions, startOf, UnreadableFileError } from './detect-format.ts';
import { IMPORT_MESSAGES } from './imports.messages.ts';

/** Streams the rows of a file, the header first. Only a few rows are in memory at a time. */
export async function* readRows(
  source: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: Pick<ImportFormat, 'encoding' | 'delimiter'>,
): AsyncGenerator<FileRow> {
  const parser = parse({
    ...parserOptions(delimiter),
    // The parser's types allow only arrays of texts here.
    on_record: (cells, { lines }) => ({ line: startOf(cells, lines), cells }) as FileRow as unknown as string[],
  });
  const texts = Readable.from(decode(source, encoding), { objectMode: false });
  texts.once('error', (error) => parser.destroy(error));
  try {
    for await (const row of texts.pipe(parser)) yield row as FileRow;
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFileError(IMPORT_MESSAGES.badQuotes(parser.info.lines), { cause: error });
    throw error;
  } finally {
    texts.destroy();
  }
}

/** Old systems pad fields with NUL characters, which PostgreSQL does not accept in text. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');

async function* decode(source: AsyncIterable<Uint8Array>, encoding: ImportFormat['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const bytes of source) {
      const text = withoutNul(decoder.decode(bytes, { stream: true }));
      if (text) yield text;
    }
    const rest = withoutNul(decoder.decode());
    if (rest) yield rest;
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableFileError(IMPORT_MESSAGES.notText(encoding), { cause: error });
    throw error;
  }
}
