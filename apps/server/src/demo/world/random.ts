/** Pseudo-random numbers that are always the same for the same seed. */
export class Random {
  readonly #seed: string;
  #state: number;

  constructor(seed: string) {
    this.#seed = seed;
    this.#state = hashOf(seed);
  }

  /** Returns an independent stream. Its values depend only on the seed and the label, not on earlier draws. */
  fork(label: string | number): Random {
    return new Random(`${this.#seed}/${label}`);
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    return mixed(this.#state) / 0x1_0000_0000;
  }

  /** Returns a whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** Returns true with the given probability. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Returns that many different items, in the order of the list. */
  sample<T>(items: readonly T[], count: number): T[] {
    const left = [...items.keys()];
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, items.length)) chosen.add(left.splice(this.int(0, left.length - 1), 1)[0] as number);
    return items.filter((_, index) => chosen.has(index));
  }

  /** Returns an item or null, for fields that people leave empty. */
  maybe<T>(share: number, item: () => T): T | null {
    return this.chance(share) ? item() : null;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join('');
  }

  /** Returns twelve hexadecimal digits, for keys assigned by other systems. */
  key(): string {
    const part = (digits: number) =>
      Math.floor(this.next() * 16 ** digits)
        .toString(16)
        .padStart(digits, '0');
    return part(8) + part(4);
  }
}

function hashOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = mixed(hash ^ (character.codePointAt(0) ?? 0));
  return hash;
}

/** Spreads a change in any bit over all 32 bits. */
function mixed(value: number): number {
  let bits = value + 0x6d2b79f5;
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}
