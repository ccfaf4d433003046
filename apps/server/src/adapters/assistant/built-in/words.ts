/** A word of a question: as typed, corrected, and the vocabulary's meaning of it. */
export interface Word {
  typed: string;
  /** Without small typos, if the vocabulary has the word. */
  corrected: string;
  /** The vocabulary's meaning of the word; otherwise the word in lower case. */
  meaning: string;
}

/** Words that must not be corrected to a word of the vocabulary. */
const OTHER_WORDS = new Set(
  'quite other others older border tracer could would should their there these those whose house might right first worth north south month mouth still truth place plaza change changed share'.split(
    ' ',
  ),
);

/**
 * Returns a function that splits a text into words and corrects small typos of vocabulary words. `synonyms` maps typed words to meanings;
 * words in `others` are never corrected.
 */
export function wordReader(synonyms: ReadonlyMap<string, string>, others: ReadonlySet<string>): (text: string) => Word[] {
  const known = [...synonyms.keys()].filter((word) => word.length >= MIN_FORGIVEN_LENGTH);
  const read = (typed: string): Word => {
    const word = typed.toLowerCase();
    const meaning = synonyms.get(word) ?? synonyms.get(singular(word));
    if (meaning) return { typed, corrected: typed, meaning };
    const near = isForgiven(word, others) ? nearest(word, known) : undefined;
    return near ? { typed, corrected: near.word, meaning: synonyms.get(near.known) ?? word } : { typed, corrected: typed, meaning: word };
  };
  return (text) => tokens(text).map(read);
}

/** Typos are corrected only for vocabulary words of this length. In shorter ones, a changed letter often makes another word. */
export const MIN_FORGIVEN_LENGTH = 5;
const MIN_LENGTH_OF_TWO_MISTAKES = 8;

/** The typed word may be one letter shorter, because a letter may be missing. */
const isForgiven = (word: string, others: ReadonlySet<string>): boolean =>
  word.length >= MIN_FORGIVEN_LENGTH - 1 && !OTHER_WORDS.has(word) && !others.has(word) && !/\d/.test(word);

/** Splits a text into words and numbers. A number keeps its letters, dashes and slashes, as in `INV-88123` and `3/14`. */
function tokens(text: string): string[] {
  return (
    text
      .replaceAll('’', "'")
      .replace(/'(s|re|ve|ll|d|m)\b/gi, ' ')
      .match(/[\p{L}\d#][\p{L}\d'#/-]*/gu) ?? []
  );
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Returns the vocabulary word with the fewest typos, if one is near enough. A plural stays a plural. */
function nearest(typed: string, known: readonly string[]): { word: string; known: string } | undefined {
  const candidates = known.flatMap((candidate) => {
    const own = isNear(typed, candidate) ? [{ word: candidate, known: candidate, cost: mistakes(typed, candidate) }] : [];
    const isPlural = typed.endsWith('s') && isNear(typed.slice(0, -1), candidate);
    return isPlural ? [...own, { word: `${candidate}s`, known: candidate, cost: mistakes(typed.slice(0, -1), candidate) }] : own;
  });
  return candidates.toSorted((a, b) => a.cost - b.cost)[0];
}

/** Whether a word is the candidate with a small typo. */
export function isNear(word: string, candidate: string): boolean {
  const allowed = candidate.length >= MIN_LENGTH_OF_TWO_MISTAKES ? 2 : 1;
  // Typos in the first letter are rare, so it has to match.
  if (word[0] !== candidate[0] || Math.abs(word.length - candidate.length) > allowed) return false;
  return mistakes(word, candidate) <= allowed;
}

/** Returns the edit distance: letters missing, added, changed or swapped with their neighbor. */
function mistakes(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
