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

/** The import of a style sheet: the name of its classes in the code, and its path. */
const SHEET = /^import (\w+) from '([^']+\.module\.css)';$/gm;

describe('the classes of the style sheets', () => {
  it('are defined where the code names them', () => {
    const missing = globSync('**/*.tsx', { cwd: SRC }).flatMap((file) => {
      const text = read(file);
      const code = text.replaceAll(/ from '.*';$/gm, '');
      return [...text.matchAll(SHEET)].flatMap(([, name = '', path = '']) => {
        const sheet = read(path.startsWith('#web/') ? path.replace('#web/', '') : join(dirname(file), path));
        const defined = new Set([...sheet.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, className]) => className));
        const used = [...code.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g'))].map(([, className]) => className);
        return used.filter((className) => !defined.has(className)).map((className) => `${file}: ${className}`);
      });
    });
    expect(missing).toEqual([]);
  });
});
