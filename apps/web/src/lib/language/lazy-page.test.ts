import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PAGES = join(import.meta.dirname, '../../pages');

describe('pages of the desk', () => {
  it('LNG-01 load the messages of the desk', () => {
    const calls = globSync('desk-*/*.route.ts', { cwd: PAGES }).flatMap(
      (file) => readFileSync(join(PAGES, file), 'utf8').match(/lazyPage\(.*\)/g) ?? [],
    );
    expect(calls.length).toBeGreaterThan(14);
    expect(calls.filter((call) => !call.endsWith(", 'desk')"))).toEqual([]);
  });
});
