import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { idsIn, readAreas, readIds } from './requirements.ts';

const ROOT = join(import.meta.dirname, '..');

describe('the list of requirements', () => {
  it('is read by area, each id once', () => {
    const areas = readAreas(readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8'));
    const ids = areas.flatMap((area) => area.ids);
    expect(areas[0]?.title).toBe('Shell, sign-in and routing');
    expect(areas[0]?.ids).toContain('SHL-25');
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(300);
  });

  // Generated titles take their ids from anywhere in the file, so all of its text counts.
  it('has every id that a test names', () => {
    const known = readIds();
    const exclude = (name: string) => name.includes('node_modules') || name.endsWith('requirements.test.ts');
    const files = globSync('{apps,e2e,packages,scripts}/**/*.test.{ts,tsx}', { cwd: ROOT, exclude });
    const unknown = files.flatMap((file) =>
      idsIn(readFileSync(join(ROOT, file), 'utf8'))
        .filter((id) => !known.has(id))
        .map((id) => `${file}: ${id}`),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(unknown).toEqual([]);
  });

  // These areas do not exist, so the titles count for no requirement.
  it.each([
    ['AAA-06 a row has what the list promises', ['AAA-06']],
    ['AAA-25 AAA-26 progress', ['AAA-25', 'AAA-26']],
    ['AAA-05, AAA-06 and BBBB-14', ['AAA-05', 'AAA-06', 'BBBB-14']],
    ['UTF-8 and ISO-8601 are no requirements', []],
  ])('finds the ids in %j', (title, ids) => {
    expect(idsIn(title)).toEqual(ids);
  });
});
