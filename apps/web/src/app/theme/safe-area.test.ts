import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(SOURCES, path), 'utf8');
const SIDES = ['env(safe-area-inset-left)', 'env(safe-area-inset-right)'];
/** The place of the header, without controls. */
const WITHOUT_CONTROLS = ['app/theme/start.css'];

describe('a phone in landscape with a notch', () => {
  it.each(['app/theme/tokens.css', 'pages/share/share.css', 'patterns/side-drawer/side-drawer.module.css'])(
    'SHL-15 does not cover what %s places',
    (path) => {
      expect(SIDES.filter((side) => !read(path).includes(side))).toEqual([]);
    },
  );

  it('SHL-15 does not cover what has a fixed place on the screen', () => {
    const fixed = globSync('**/*.css', { cwd: SOURCES }).filter((path) => read(path).includes('position: fixed'));
    expect(fixed.filter((path) => !WITHOUT_CONTROLS.includes(path) && !SIDES.some((side) => read(path).includes(side)))).toEqual([]);
  });
});
