import { describe, expect, it } from 'vitest';
import { readLines } from './body-streams.ts';

const bytes = new TextEncoder().encode('{"a":1}\n{"b":"é\\n"}\n\n{"c":3}');

function inPieces(size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}

describe('a body of one JSON object a line', () => {
  it('is read the same wherever it is cut, in the middle of a letter too', async () => {
    for (let size = 1; size <= bytes.length; size += 1) {
      const read: unknown[] = [];
      await readLines(inPieces(size), (value) => read.push(value));
      expect(read, `pieces of ${size}`).toEqual([{ a: 1 }, { b: 'é\n' }, { c: 3 }]);
    }
  });

  it('tells a line before the next is there, and fails where one is broken', async () => {
    const read: unknown[] = [];
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    const writer = writable.getWriter();
    const reading = readLines(readable, (value) => read.push(value));
    await writer.write(new TextEncoder().encode('{"a":1}\n{"b"'));
    await expect.poll(() => read).toEqual([{ a: 1 }]);
    void writer.write(new TextEncoder().encode(':nonsense}\n'));
    await expect(reading).rejects.toThrow(SyntaxError);
    await readLines(null, () => expect.unreachable());
  });
});
