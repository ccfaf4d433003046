/**
 * Documents use Helvetica, which every PDF reader has, so it need not be embedded. It only has Western European characters (Windows-1252);
 * PDFKit writes garbage for any other. So other letters lose their accent or get their nearest spelling, and characters without one
 * (Chinese, Cyrillic) become a question mark.
 */
const UNKNOWN = '?';

const WINDOWS_1252_EXTRAS = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Characters that Unicode normalization does not decompose. */
const SPELLINGS = new Map(
  Object.entries({
    Ł: 'L',
    ł: 'l',
    Đ: 'D',
    đ: 'd',
    Ħ: 'H',
    ħ: 'h',
    ı: 'i',
    Ŋ: 'N',
    ŋ: 'n',
    Ŧ: 'T',
    ŧ: 't',
    ẞ: 'SS',
    '‐': '-',
    '‑': '-',
    '‒': '–',
    '―': '—',
    '−': '-',
    '⁄': '/',
    '′': "'",
    '″': '"',
    '≤': '<=',
    '≥': '>=',
    '≈': '~',
    '\u2028': '\n',
    '\u2029': '\n',
  }),
);

/** Characters that print nothing: combining accents, joiners, direction marks, control characters. */
const INKLESS = /^[\p{Mark}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]$/u;

/** Replaces everything that the documents' font cannot print. Line breaks stay. */
export function toPrintable(text: string): string {
  let printable = '';
  for (const character of text.replace(/\r\n?/g, '\n').normalize('NFC')) {
    const replacement = isPrintable(character) ? character : spell(character);
    // 3⅝ must not become 35/8, nor be split at the end of a line.
    const isRunTogether = replacement !== character && /^\d/.test(replacement) && /\d$/.test(printable);
    printable += isRunTogether ? `\u00a0${replacement}` : replacement;
  }
  return printable;
}

function isPrintable(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n' || (code >= 0x20 && code <= 0x7e)) return true;
  return (code >= 0xa0 && code <= 0xff && code !== 0xad) || WINDOWS_1252_EXTRAS.has(character);
}

function spell(character: string): string {
  const spelling = SPELLINGS.get(character);
  if (spelling !== undefined) return spelling;
  if (/^[\s\p{Zs}]$/u.test(character)) return ' ';
  if (INKLESS.test(character)) return '';
  const parts = [...character.normalize('NFKD')];
  if (parts.length === 1 && parts[0] === character) return UNKNOWN;
  const spelled = parts.map((part) => (isPrintable(part) ? part : (SPELLINGS.get(part) ?? (INKLESS.test(part) ? '' : UNKNOWN)))).join('');
  return spelled.includes(UNKNOWN) ? UNKNOWN : spelled;
}
