import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MAX_LINE = 120;
const MAX_README = 150;

const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .stdout.split('\n')
  .filter((name) => name !== '' && existsSync(join(ROOT, name)));
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

describe('the documents', () => {
  it('exist', () => {
    expect(files).toEqual(expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'docs/glossary.md', 'docs/configuration.md']));
  });

  it(`have lines of at most ${MAX_LINE} characters`, () => {
    const long = files.flatMap((name) =>
      read(name)
        .split('\n')
        .flatMap((line, index) => ([...line].length > MAX_LINE ? [`${name}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it('have a short README', () => {
    expect(read('README.md').split('\n').length).toBeLessThan(MAX_README);
  });

  it('link to files that exist', () => {
    const broken = files.flatMap((name) =>
      [...read(name).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)]
        .map(([, target = '']) => join(dirname(name), target))
        .filter((target) => !existsSync(join(ROOT, target))),
    );
    expect(broken).toEqual([]);
  });

  it('name source files that exist', () => {
    const all = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
      .stdout.split('\n')
      .filter((name) => name !== '' && existsSync(join(ROOT, name)));
    const missing = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/operations.md'].flatMap((name) =>
      [...read(name).matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|mjs|sql))`/g)].flatMap(([, path = '']) =>
        all.some((file) => `/${file}`.endsWith(`/${path}`)) ? [] : [`${name}: ${path}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('name every setting that the configuration reads', () => {
    const sources = ['config.ts', 'operations-config.ts'].map((name) => read(`apps/server/src/${name}`)).join('');
    const settings = [...sources.matchAll(/^ {2}([A-Z][A-Z0-9_]{3,}):/gm)].map(([, name]) => name);
    const text = read('docs/configuration.md');
    expect(settings.length).toBeGreaterThan(40);
    expect([...new Set(settings)].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
