import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROUTES = join(import.meta.dirname, '../../pages/desk.routes.ts');

describe('pages of the desk', () => {
  it('LNG-01 load the messages of the desk', () => {
    const calls = readFileSync(ROUTES, 'utf8').match(/lazyPage\(.*\)/g) ?? [];
    expect(calls.length).toBeGreaterThan(14);
    expect(calls.filter((call) => !call.endsWith(", 'desk')"))).toEqual([]);
  });
});
