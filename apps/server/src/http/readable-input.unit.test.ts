import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { assertReadable } from './readable-input.ts';

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

describe('readable input', () => {
  it('ERR-06 may contain any text, numbers, bytes and some levels of nesting', () => {
    for (const value of [undefined, null, 1, 'a\n\tb 💥 \\u0000', { a: [{ b: 'é' }] }, Buffer.from([0, 0xd8]), nested(32)]) {
      expect(() => assertReadable(value)).not.toThrow();
    }
  });

  it('ERR-06 contains no NUL and no unpaired surrogate, as value or name, and is not nested too deeply', () => {
    const refused = [
      'a\0',
      '\ud800',
      'x\udc00y',
      { a: { b: ['\ud83d'] } },
      { '\0': 1 },
      { a: { '\ud800': 1 } },
      nested(33),
      nested(100_000),
    ];
    for (const value of refused) expect(() => assertReadable(value)).toThrow(ApiError);
  });
});
