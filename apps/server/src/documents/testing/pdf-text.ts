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
  const streams = streamsOf(bytes);
  const letters = lettersOf(bytes, streams);
  return [...streams.values()].filter((stream) => / Tm\n/.test(stream)).map((stream) => readPage(stream, letters));
}

/** Returns all texts of a PDF, one per line. */
export function wordsOfPdf(bytes: Buffer): string {
  return readPdf(bytes)
    .flatMap((page) => page.map(({ text }) => text))
    .join('\n');
}

/** Returns the contents of the file's streams by the number of their object. */
function streamsOf(bytes: Buffer): Map<number, string> {
  const file = bytes.toString('latin1');
  return new Map(
    [...file.matchAll(/(?:^|\n)(\d+) 0 obj\n(?:(?!endobj)[\s\S])*?\/Length (\d+)((?:(?!endobj)[\s\S])*?)\nstream\n/g)].map((match) => {
      const from = match.index + match[0].length;
      const raw = bytes.subarray(from, from + Number(match[2]));
      return [Number(match[1]), (/FlateDecode/.test(match[0]) ? inflateSync(raw) : raw).toString('latin1')];
    }),
  );
}

/** The characters of each embedded font, by the code that the page has for them. */
type Letters = Map<string, string[]>;

/** PDFKit writes the characters of each embedded font as one list, in which the index is the code. */
function lettersOf(bytes: Buffer, streams: Map<number, string>): Letters {
  const file = bytes.toString('latin1');
  const letters: Letters = new Map();
  for (const [, name = '', font = ''] of file.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = new RegExp(`(?:^|\\n)${font} 0 obj\\n(?:(?!endobj)[\\s\\S])*?/ToUnicode (\\d+) 0 R`).exec(file)?.[1];
    const codes = [...(streams.get(Number(map)) ?? '').matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) =>
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    );
    if (codes.length > 0) letters.set(name, codes);
  }
  return letters;
}

function readPage(stream: string, letters: Letters): PrintedText[] {
  return [...stream.matchAll(/1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm\n[\s\S]*?\/(F\d+) [\d.]+ Tf[\s\S]*?\[(.*?)\] TJ/g)].map(
    ([, x, y, font = '', pieces = '']) => ({
      text: [...pieces.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => decode(hex, letters.get(font))).join(''),
      x: Number(x),
      y: Number(y),
    }),
  );
}

function decode(hex: string, letters: string[] | undefined): string {
  if (!letters) return WINDOWS_1252.decode(Buffer.from(hex, 'hex'));
  return [...hex.matchAll(/.{4}/g)].map(([code]) => letters[Number.parseInt(code, 16)] ?? '').join('');
}
