/** A subscriber has a whole /64 of IPv6, and often a /56. */
const SUBSCRIBER_BITS = 64;
const SITE_BITS = 56;
const WORD_BITS = 16;
const WORDS = 8;

/**
 * Returns what counts as one address and as one network: for IPv4 the address and its /24, for IPv6 its /64 and /56. IPv4 that is written as IPv6
 * is IPv4.
 */
export function networkOf(ip: string): { address: string; network: string } {
  // Some proxies add the port, and IPv6 may have brackets and a zone.
  const plain = ip.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1');
  const [bare = ''] = plain.split('%');
  const words = wordsOf(bare);
  if (words === undefined) return ofIpv4(bare);
  const [high = 0, low = 0] = words.slice(6);
  const isMapped = words.length === WORDS && words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff;
  if (isMapped) return ofIpv4([high >> 8, high & 0xff, low >> 8, low & 0xff].join('.'));
  return { address: prefixOf(words, SUBSCRIBER_BITS), network: prefixOf(words, SITE_BITS) };
}

/** What counts as one address in a limit. */
export const countedAddress = (ip: string): string => networkOf(ip).address;

const ofIpv4 = (address: string) => ({ address, network: address.split('.').slice(0, 3).join('.') });

/** Returns the eight numbers of an IPv6 address; undefined for IPv4. */
function wordsOf(ip: string): number[] | undefined {
  if (!ip.includes(':')) return undefined;
  // The last two may be written as IPv4.
  const hexadecimal = ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = hexadecimal.split('::');
  const read = (text: string | undefined) => (text ? text.split(':').map((word) => Number.parseInt(word, 16) || 0) : []);
  const [before, after] = [read(head), read(tail)];
  const gap = tail === undefined ? [] : new Array<number>(Math.max(0, WORDS - before.length - after.length)).fill(0);
  return [...before, ...gap, ...after];
}

function prefixOf(words: readonly number[], bits: number): string {
  const kept = words.slice(0, Math.ceil(bits / WORD_BITS)).map((word, index) => {
    const left = bits - index * WORD_BITS;
    return left >= WORD_BITS ? word : word & (0xffff << (WORD_BITS - left)) & 0xffff;
  });
  return `${kept.map((word) => word.toString(16)).join(':')}/${bits}`;
}
