/** What may still turn out to be the beginning of a link is held back this long at most. */
const MAX_HELD = 400;

const MARKDOWN_LINK = /!?\[([^\]]*)\]\([^)]*\)/g;
const ADDRESS = /\b(?:[a-z][a-z\d+.-]*:\/\/|www\.|javascript:|data:|mailto:)\S*/gi;
const TAG = /<\/?[a-z!][^>]*>/gi;

/** A model's text without anything that leads elsewhere: the portal sets its own links, to what the tools returned. */
export function plainWords(text: string): string {
  return withoutMarkup(text)
    .replace(ADDRESS, '')
    .replace(/\*\*|`{1,3}/g, '');
}

function withoutMarkup(text: string): string {
  return text.replace(MARKDOWN_LINK, '$1').replace(TAG, '');
}

/** Cleans a text that comes in pieces, a link of which may be cut in two. */
export class PlainStream {
  #held = '';

  /** What can be shown of it now. */
  take(piece: string): string {
    // What is complete goes at once, so that no space within it is taken for a place to cut.
    this.#held = withoutMarkup(this.#held + piece);
    const safe = safeLength(this.#held);
    const ready = this.#held.slice(0, safe);
    this.#held = this.#held.slice(safe);
    return plainWords(ready);
  }

  /** What is left at its end. */
  end(): string {
    const rest = plainWords(this.#held);
    this.#held = '';
    return rest;
  }
}

/** Up to the last space that stands in no open bracket or tag. */
function safeLength(text: string): number {
  if (text.length > MAX_HELD) return text.length;
  const openAt = [text.lastIndexOf('['), text.lastIndexOf('<')].filter((at) => at >= 0 && isOpen(text.slice(at)));
  const until = Math.min(text.length, ...openAt);
  return Math.max(text.lastIndexOf(' ', until - 1), text.lastIndexOf('\n', until - 1)) + 1;
}

function isOpen(rest: string): boolean {
  if (rest.startsWith('<')) return !rest.includes('>');
  return !/^\[[^\]]*\](?:[^(]|\([^)]*\))/.test(rest);
}
