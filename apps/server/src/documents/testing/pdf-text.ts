import { inflateSync } from 'node:zlib';

/** A text and its position on a page. `y` counts from the bottom. */
export interface PrintedText {
  text: string;
  x: number;
  y: number;
}

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Returns the texts on each page of a PDF from the document kit, in the order in which they were drawn. */
export function readPdf(bytes: Buffer): PrintedText[][] {
  return streamsOf(bytes)
    .filter((stream) => / Tm\n/.test(stream))
    .map(readPage);
}

/** Returns all texts of a PDF, one per line. */
export function wordsOfPdf(bytes: Buffer): string {
  return readPdf(bytes)
    .flatMap((page) => page.map(({ text }) => text))
    .join('\n');
}

function streamsOf(bytes: Buffer): string[] {
  const file = bytes.toString('latin1');
  return [...file.matchAll(/\/Length (\d+)([\s\S]{0,80}?)\nstream\n/g)].map((match) => {
    const from = match.index + match[0].length;
    const raw = bytes.subarray(from, from + Number(match[1]));
    return (/FlateDecode/.test(file.slice(match.index - 80, from)) ? inflateSync(raw) : raw).toString('latin1');
  });
}

function readPage(stream: string): PrintedText[] {
  return [...stream.matchAll(/1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm\n[\s\S]*?\[(.*?)\] TJ/g)].map(([, x, y, pieces]) => ({
    text: [...(pieces ?? '').matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => WINDOWS_1252.decode(Buffer.from(hex ?? '', 'hex'))).join(''),
    x: Number(x),
    y: Number(y),
  }));
}
