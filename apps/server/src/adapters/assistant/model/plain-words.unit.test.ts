import { describe, expect, it } from 'vitest';
import { PlainStream, plainWords } from './plain-words.ts';

const stream = (pieces: string[]) => {
  const plain = new PlainStream();
  return pieces.map((piece) => plain.take(piece)).join('') + plain.end();
};

describe('a model’s text', () => {
  it('AST-04 loses links, addresses and markup, and keeps its words', () => {
    expect(plainWords('See [order 12](https://evil.example/x) or https://evil.example now')).toBe('See order 12 or  now');
    expect(plainWords('<img src=x onerror=alert(1)>Hello <b>you</b>')).toBe('Hello you');
    expect(plainWords('**Paid** on `03/14/2026`')).toBe('Paid on 03/14/2026');
    expect(plainWords('click javascript:alert(1) or data:text/html,x')).toBe('click  or ');
    expect(plainWords('3 < 5 and a [note]')).toBe('3 < 5 and a [note]');
  });

  it('is the same however it is split into chunks', () => {
    const text =
      'Your order [204411](https://evil.example/steal?a=b) is on the way, see www.evil.example or <a href="//evil.example">this</a>. Bye';
    const whole = plainWords(text);
    for (let size = 1; size < text.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
      expect(stream(pieces), `pieces of ${size}`).toBe(whole);
    }
    expect(whole).not.toContain('evil');
  });

  it('is sent completely in the end', () => {
    const plain = new PlainStream();
    expect(plain.take(`[${'a'.repeat(500)}`).length).toBeGreaterThan(400);
  });
});
