import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');

describe('style sheets', () => {
  it("SHL-15 size text in rem, so that it follows the browser's text size", () => {
    const faults = globSync('**/*.css', { cwd: SOURCES }).flatMap((path) =>
      readFileSync(join(SOURCES, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          /(font-size|line-height|--font-[a-z]+): *[\d.]+px/.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
    expect(faults).toEqual([]);
  });
});
