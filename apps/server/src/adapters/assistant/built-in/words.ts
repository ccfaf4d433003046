/** A word of a question: as it was typed, as it should have been, and the word of the vocabulary it stands for. */
export interface Word {
  typed: string;
  /** Without a small typing mistake, where the vocabulary knows the word. */
  corrected: string;
  /** Lower case, without plural and typing mistakes where the vocabulary knows it. */
  meaning: string;
}

/** Words that a small mistake must not turn into one of the vocabulary. */
const OTHER_WORDS = new Set(
  'quite other others older border tracer could would should their there these those whose house might right first worth north south month mouth still truth place plaza change changed share'.split(
    ' ',
  ),
);

/** Makes a reader of words that forgives small typing mistakes in the words of the vocabulary; `synonyms` are `typed → meaning`, `others` are never mistyped ones. */
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

/** Shorter words are other words when a letter changes. */
export const MIN_FORGIVEN_LENGTH = 5;
const MIN_LENGTH_OF_TWO_MISTAKES = 8;

/** A letter may be missing of a word that is just long enough. */
const isForgiven = (word: string, others: ReadonlySet<string>): boolean =>
  word.length >= MIN_FORGIVEN_LENGTH - 1 && !OTHER_WORDS.has(word) && !others.has(word) && !/\d/.test(word);

/** Words and numbers; a number keeps its letters, dashes and slashes, as `INV-88123` and `3/14` do. */
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

/** The word of the vocabulary with the fewest mistakes, where one is near enough; a plural stays one. */
function nearest(typed: string, known: readonly string[]): { word: string; known: string } | undefined {
  const candidates = known.flatMap((candidate) => {
    const own = isNear(typed, candidate) ? [{ word: candidate, known: candidate, cost: mistakes(typed, candidate) }] : [];
    const isPlural = typed.endsWith('s') && isNear(typed.slice(0, -1), candidate);
    return isPlural ? [...own, { word: `${candidate}s`, known: candidate, cost: mistakes(typed.slice(0, -1), candidate) }] : own;
  });
  return candidates.toSorted((a, b) => a.cost - b.cost)[0];
}

/** Whether a word is another with a small typing mistake. */
export function isNear(word: string, candidate: string): boolean {
  const allowed = candidate.length >= MIN_LENGTH_OF_TWO_MISTAKES ? 2 : 1;
  // Nobody mistypes the first letter and means the word all the same.
  if (word[0] !== candidate[0] || Math.abs(word.length - candidate.length) > allowed) return false;
  return mistakes(word, candidate) <= allowed;
}

/** Letters missing, added, changed or swapped with their neighbour. */
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
