import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PARTS } from './parts.ts';

it.each(Object.entries(PARTS))('the planted fault of %s fits its source', (_name, { fault }) => {
  const source = readFileSync(join(import.meta.dirname, '../..', fault.file), 'utf8');
  expect(source.split(fault.from).length).toBeGreaterThan(1);
  expect(source.replace(fault.from, fault.to)).not.toBe(source);
});
