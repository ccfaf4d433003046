import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { idsIn, readAreas } from './requirements.ts';

describe('the list of requirements', () => {
  it('is read by area, each id once', () => {
    const areas = readAreas(readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8'));
    const ids = areas.flatMap((area) => area.ids);
    expect(areas[0]?.title).toBe('Shell, sign-in and routing');
    expect(areas[0]?.ids).toContain('SHL-25');
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(300);
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
