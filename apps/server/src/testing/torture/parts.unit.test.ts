import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PARTS } from './parts.ts';

it.each(Object.entries(PARTS))('the planted fault of %s fits its source', (name, { fault }) => {
  const source = readFileSync(join(import.meta.dirname, '../..', fault.file), 'utf8');
  expect(source.split(fault.from).length).toBeGreaterThan(1);
  expect(source.replace(fault.from, fault.to)).not.toBe(source);
  // The text that must find it is that of a loss, in this part or in the files that parts share.
  const texts = [`${name}.ts`, 'payment-losses.ts', 'write-load.ts'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').replace(/finds: .*/, ''),
  );
  expect(texts.some((text) => fault.finds.test(text))).toBe(true);
});
