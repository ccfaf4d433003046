/** At most this many characters are held back while they could still become a link. */
const MAX_HELD = 400;

const MARKDOWN_LINK = /!?\[([^\]]*)\]\([^)]*\)/g;
const ADDRESS = /\b(?:[a-z][a-z\d+.-]*:\/\/|www\.|javascript:|data:|mailto:)\S*/gi;
const TAG = /<\/?[a-z!][^>]*>/gi;

/** Removes links and markup from a model's text. The portal adds its own links, to the records that the tools returned. */
export function plainWords(text: string): string {
  return withoutMarkup(text)
    .replace(ADDRESS, '')
    .replace(/\*\*|`{1,3}/g, '');
}

function withoutMarkup(text: string): string {
  return text.replace(MARKDOWN_LINK, '$1').replace(TAG, '');
}

/** Cleans a text that arrives in pieces, where a link may be cut in two. */
export class PlainStream {
  #held = '';

  /** Returns the text that can be shown now. */
  take(piece: string): string {
    // Complete markup is removed first, so that the text is not cut at a space inside it.
    this.#held = withoutMarkup(this.#held + piece);
    const safe = safeLength(this.#held);
    const ready = this.#held.slice(0, safe);
    this.#held = this.#held.slice(safe);
    return plainWords(ready);
  }

  /** Returns the rest of the text. */
  end(): string {
    const rest = plainWords(this.#held);
    this.#held = '';
    return rest;
  }
}

/** Returns the length up to the last space or line break outside of an open bracket or tag. */
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
