import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MAX_LINE = 120;
const MAX_README = 150;
const ASVS = 'docs/asvs.md';
const DECISIONS = 'docs/decisions/README.md';
/** The requirements of levels 1 and 2 in ASVS 5.0.0: section, then the numbers in it. */
const ASVS_SECTIONS = `1.1 1-2, 1.2 1-9, 1.3 1-11, 1.4 1-3, 1.5 1-2, 2.1 1-3, 2.2 1-3, 2.3 1-4, 2.4 1, 3.2 1-2, 3.3 1-4, 3.4 1-6, 3.5 1-5, 3.7 1-2,
  4.1 1-3, 4.2 1, 4.3 1-2, 4.4 1-4, 5.1 1, 5.2 1-3, 5.3 1-2, 5.4 1-3, 6.1 1-3, 6.2 1-12, 6.3 1-4, 6.4 1-4, 6.5 1-5, 6.6 1-3, 6.8 1-4, 7.1 1-3,
  7.2 1-4, 7.3 1-2, 7.4 1-5, 7.5 1-2, 7.6 1-2, 8.1 1-2, 8.2 1-3, 8.3 1, 8.4 1, 9.1 1-3, 9.2 1-4, 10.1 1-2, 10.2 1-2, 10.3 1-4, 10.4 1-11, 10.5 1-5,
  10.6 1-2, 10.7 1-3, 11.1 1-2, 11.2 1-3, 11.3 1-3, 11.4 1-4, 11.5 1, 11.6 1, 12.1 1-3, 12.2 1-2, 12.3 1-4, 13.1 1, 13.2 1-5, 13.3 1-2, 13.4 1-5,
  14.1 1-2, 14.2 1-4, 14.3 1-3, 15.1 1-3, 15.2 1-3, 15.3 1-7, 16.1 1, 16.2 1-5, 16.3 1-4, 16.4 1-3, 16.5 1-3, 17.1 1, 17.2 1-4, 17.3 1-2`;
const ASVS_STATES = ['met', 'not met', 'deployer', 'n/a'];
const MAX_WORDS = 12;

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
        // A row of a table cannot be broken. Only these pages have long ones.
        .flatMap((line, index) =>
          [...line].length > MAX_LINE && !([ASVS, DECISIONS].includes(name) && line.startsWith('|')) ? [`${name}:${index + 1}`] : [],
        ),
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
    const missing = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/operations.md', 'docs/security.md'].flatMap((name) =>
      [...read(name).matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|mjs|sql))`/g)].flatMap(([, path = '']) =>
        all.some((file) => `/${file}`.endsWith(`/${path}`)) ? [] : [`${name}: ${path}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('name commands that exist, and none that needs the Node.js of the release', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const guides = [...files.filter((name) => !name.startsWith('docs/decisions/')), 'ops/Containerfile', 'ops/yardage.service'];
    const unknown = guides.flatMap((name) =>
      [...read(name).matchAll(/npm run (?:--silent )?([a-z][\w:]*)/g)].flatMap(([, script = '']) =>
        script in scripts ? [] : [`${name}: ${script}`],
      ),
    );
    expect(unknown).toEqual([]);
    // A tool in .bin runs with the machine's Node.js, which may be too old for it.
    const direct = guides.filter((name) => /node_modules\/\.bin\/(?!node\b)/.test(read(name)));
    expect(direct).toEqual([]);
  });

  it('have a table with every decision record, in order and by its title', () => {
    const rows = [...read(DECISIONS).matchAll(/^\| \[(\d+)\]\(([^)]+)\) \| (.+?) \|/gm)].map(([, ...row]) => row);
    const records = files.filter((name) => /^docs\/decisions\/\d/.test(name)).sort();
    expect(rows).toEqual(records.map((name) => [...(/^# (\d+)\. (.+)$/m.exec(read(name)) ?? [])].slice(1).toSpliced(1, 0, basename(name))));
  });

  it('list the parts of the benchmarks, each with its command', () => {
    const [, list = ''] = /PARTS[^{]*\{([^}]+)\}/.exec(read('scripts/bench.ts')) ?? [];
    const parts = [...list.matchAll(/^ {2}'?([\w-]+)'?: /gm)].map(([, name]) => name).sort();
    const text = read('docs/benchmarks.md');
    expect([...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name).sort()).toEqual(parts);
    expect([...new Set([...text.matchAll(/^`npm run bench -- ([a-z-]+)/gm)].map(([, name]) => name))].sort()).toEqual(parts);
  });

  it('name every setting that the configuration reads', () => {
    const sources = ['config.ts', 'operations-config.ts'].map((name) => read(`apps/server/src/${name}`)).join('');
    const settings = [...sources.matchAll(/^ {2}([A-Z][A-Z0-9_]{3,}):/gm)].map(([, name]) => name);
    const text = read('docs/configuration.md');
    expect(settings.length).toBeGreaterThan(40);
    expect([...new Set(settings)].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the page about OWASP ASVS', () => {
  const rows = [...read(ASVS).matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
    ([, id = '', asks = '', state = '', evidence = '']) => ({ id, asks, state, evidence, chapter: id.split('.')[0] }),
  );

  it('has every requirement of levels 1 and 2 once, in order, in few words and with a known state', () => {
    const expected = ASVS_SECTIONS.split(/,\s+/).flatMap((section) => {
      const [name, first = 0, last = first] = section.split(/[ -]/);
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${name}.${Number(first) + index}`);
    });
    expect(expected).toHaveLength(253);
    expect(rows.map(({ id }) => id)).toEqual(expected);
    expect(rows.filter(({ asks }) => asks.split(' ').length > MAX_WORDS)).toEqual([]);
    expect(rows.filter(({ state }) => !ASVS_STATES.includes(state))).toEqual([]);
  });

  it('names files that exist, tests that have the ids which it says, and decisions and headings that exist', () => {
    const place = (path: string) => [path, `apps/server/src/${path}`].find((each) => existsSync(join(ROOT, each)));
    const headings: string[] = read('docs/security.md').match(/^## .*$/gm) ?? [];
    const decisions = files.map((name) => /^docs\/decisions\/0*(\d+)-/.exec(name)?.[1]);
    const faults = rows.flatMap(({ id, evidence }) => [
      ...[...evidence.matchAll(/`([\w.@][\w.@-]*(?:\/[\w.@-]+)+|[\w-]+\.(?:ts|md|json)|\.\w+ignore)`/g)].flatMap(([, path = '']) =>
        place(path) ? [] : [`${id}: no ${path}`],
      ),
      ...[...evidence.matchAll(/`([^`]+\.test\.ts)` \(([^)]+)\)/g)].flatMap(([, path = '', named = '']) => {
        const text = read(place(path) ?? ASVS);
        return named.split(' ').flatMap((part) => (text.includes(part) ? [] : [`${id}: no ${part} in ${path}`]));
      }),
      ...[...evidence.matchAll(/decisions? ([\d, and]+)/gi)]
        .flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? [])
        .flatMap((number) => (decisions.includes(number) ? [] : [`${id}: no decision ${number}`])),
      ...[...evidence.matchAll(/'([^']+)' in `docs\/security.md`/g)].flatMap(([, heading]) =>
        headings.includes(`## ${heading}`) ? [] : [`${id}: no heading ${heading}`],
      ),
    ]);
    expect(faults).toEqual([]);
  });

  it('has the counts and the unmet requirements that the summary says', () => {
    const summary = read('docs/security.md');
    const counted = [...new Set(rows.map(({ chapter }) => chapter))].map((chapter) => {
      const own = rows.filter((row) => row.chapter === chapter);
      return [chapter, ...ASVS_STATES.map((state) => own.filter((row) => row.state === state).length)].join(' ');
    });
    const said = [...summary.matchAll(/^\| V(\d+) [^|]*\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map((match) =>
      match.slice(1).join(' '),
    );
    expect(said).toEqual(counted);
    const unmet = [...summary.matchAll(/^- \*\*(\d+\.\d+\.\d+)\*\*/gm)].map(([, id]) => id);
    expect(unmet).toEqual(rows.filter(({ state }) => state === 'not met').map(({ id }) => id));
  });
});
