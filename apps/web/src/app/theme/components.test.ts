import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../..');
const STYLES = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css')), 'styles');
const IMPORT = /import \{([^}]*)\} from '@mantine\/core'/g;
const read = (path: string): string => readFileSync(join(SRC, path), 'utf8');
const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim());

describe('the styles of the component library', () => {
  it('are loaded for every component that the portal uses', () => {
    const files = globSync('**/*.tsx', { cwd: SRC });
    const used = new Set(files.flatMap((file) => [...read(file).matchAll(IMPORT)].flatMap(([, list = '']) => namesIn(list))));
    const styled = [...used].filter((name) => existsSync(join(STYLES, `${name}.layer.css`)));
    expect(styled).toContain('Modal');
    const loaded = `${read('app/theme/components.css')} ${read('main.tsx')}`;
    expect(styled.filter((name) => !loaded.includes(`/${name}.layer.css`))).toEqual([]);
  });
});

describe('the variables of the style sheets', () => {
  it('are defined somewhere', () => {
    const sources = globSync('**/*.{css,ts,tsx}', { cwd: SRC }).map((file) => ({ file, text: read(file) }));
    const defined = new Set(
      sources.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)['"]?\]?\s*:|['"](--[\w-]+)['"]/g)].map((match) => match[1] ?? match[2])),
    );
    const missing = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/var\((--(?!mantine)[\w-]+)/g)].flatMap(([, name = '']) => (defined.has(name) ? [] : [`${file}: ${name}`])),
    );
    expect(missing).toEqual([]);
  });
});
