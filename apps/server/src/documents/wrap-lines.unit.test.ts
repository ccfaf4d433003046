import { describe, expect, it } from 'vitest';
import { wrapLines } from './wrap-lines.ts';

/** Every character is one point wide. */
const byLength = (text: string) => text.length;

describe('wrapLines', () => {
  it('breaks at spaces', () => {
    expect(wrapLines('Tennessee Riverwalk Phase 3', 10, byLength)).toEqual(['Tennessee', 'Riverwalk', 'Phase 3']);
  });

  it('breaks inside a word only where the word alone is too wide', () => {
    expect(wrapLines('PO 0123456789ABC end', 5, byLength)).toEqual(['PO', '01234', '56789', 'ABC', 'end']);
  });

  it('keeps line breaks and empty lines', () => {
    expect(wrapLines('one\n\ntwo', 10, byLength)).toEqual(['one', '', 'two']);
  });

  it('ends even if nothing fits', () => {
    expect(wrapLines('abc', 0, byLength)).toEqual(['a', 'b', 'c']);
  });
});
