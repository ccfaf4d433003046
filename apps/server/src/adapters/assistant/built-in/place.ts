import { SYNONYMS } from './vocabulary.ts';
import type { Word } from './words.ts';

/** Words that say nothing about where something went. */
const EMPTY = new Set(
  (
    'a an the my our your me us we i you all any some of in on at for to from by with and or is are was were be been do does did have has had can could please show list give tell get ' +
    'what which who when how why there here job site project jobsite address street location named called number no day days week weeks month months year years time date ' +
    'now just so far yet still ever most today yesterday tomorrow details info information about per each every one two three four five six seven eight nine ten few couple'
  ).split(' '),
);
const AFTER_PREPOSITION =
  /\b(?:at|for|on|to|in|from|job|site|project|called|named|near)(?: the)?(?: (?:job|site|project|jobsite|address))?(?: (?:at|on|called|named))? ([\p{L}\d][\p{L}\d\s.,'&-]*)/giu;
const QUOTED = /["“]([^"”]{2,100})["”]/u;
const MAX_LENGTH = 100;
const MAX_WORDS = 6;

/** The job or address that a question names: in quotation marks, or after a word as "at"; nothing where those words mean something else. */
export function placeIn(text: string, read: (text: string) => Word[]): string | undefined {
  const quoted = QUOTED.exec(text)?.[1]?.trim();
  if (quoted) return quoted.slice(0, MAX_LENGTH);
  let found: string | undefined;
  for (const [, phrase = ''] of text.matchAll(AFTER_PREPOSITION)) {
    const name = nameIn(phrase, read);
    if (name) found = name;
  }
  return found;
}

function nameIn(phrase: string, read: (text: string) => Word[]): string | undefined {
  const words: string[] = [];
  for (const { typed, meaning } of read(phrase)) {
    const lower = typed.toLowerCase();
    const isName = /^\p{Lu}/u.test(typed);
    const isKnown = meaning !== lower || EMPTY.has(lower) || SYNONYMS.has(lower);
    // A number alone is a record's; a capital letter makes a name of a word that means something else in small letters.
    if (/^#?[a-z]{0,5}-?\d{3,}/i.test(typed) && words.length === 0 && !/\d\s+\p{Lu}/u.test(phrase)) break;
    if (isKnown && !isName) {
      if (words.length > 0) break;
      continue;
    }
    words.push(typed);
    if (words.length === MAX_WORDS) break;
  }
  return words.length > 0 ? words.join(' ').slice(0, MAX_LENGTH) : undefined;
}
