/**
 * Documents use Helvetica, which every PDF reader has, so it need not be embedded. It only has Western European characters (Windows-1252).
 * Lines with other Latin, Greek or Cyrillic letters use Arimo, which is embedded. Its letters are as wide as Helvetica's. Other characters
 * get their nearest spelling, and those without one (Chinese) become a question mark.
 */
const UNKNOWN = '?';

const WINDOWS_1252_EXTRAS = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Letters that only the embedded font has: Latin Extended A, B and Additional, the apostrophes that are letters, Greek, Cyrillic. */
export const EMBEDDED_LETTERS =
  /[\u0100-\u024f\u02bb\u02bc\u1e00-\u1eff\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u0482\u048a-\u052f]/;

/** Characters that Unicode normalization does not decompose. */
const SPELLINGS = new Map(
  Object.entries({
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

/** Replaces everything that the documents' fonts cannot print. Line breaks stay. */
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
  const isWestern = (code >= 0xa0 && code <= 0xff && code !== 0xad) || WINDOWS_1252_EXTRAS.has(character);
  return isWestern || EMBEDDED_LETTERS.test(character);
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
