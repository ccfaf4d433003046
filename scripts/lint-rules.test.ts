import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** One file per rule, each breaking only that rule. */
const BREAKS = {
  'apps/server/src/features/tomorrow/tomorrow.service.ts': ['export const a = process.env.A;', 'lint/style/noProcessEnv'],
  'apps/server/src/features/tomorrow/calls-out.ts': ["export const a = () => fetch('b');", 'lint/style/noRestrictedGlobals'],
  'apps/server/src/features/tomorrow/default.ts': ['export default 1;', 'lint/style/noDefaultExport'],
  'apps/server/src/features/tomorrow/loose.ts': ['export const a: any = 1;', 'lint/suspicious/noExplicitAny'],
  'apps/web/src/lib/barrel.ts': ["export * from './other.ts';", 'lint/performance/noBarrelFile'],
  'apps/web/src/lib/camelCase.ts': ['export const a = 1;', 'lint/style/useFilenamingConvention'],
  'apps/web/src/lib/chicken.ts': ["import { egg } from './egg.ts';\nexport const chicken = () => egg;", 'lint/suspicious/noImportCycles'],
  'apps/web/src/lib/egg.ts': [
    "import { chicken } from './chicken.ts';\nexport const egg = () => chicken;",
    'lint/suspicious/noImportCycles',
  ],
  'apps/web/src/lib/long.ts': [
    Array.from({ length: 401 }, (_, index) => `export const a${index} = ${index};`).join('\n'),
    'lint/style/noExcessiveLinesPerFile',
  ],
} as const;

const KEEPS = {
  'apps/server/src/config.ts': 'export const a = process.env.A;',
  'apps/server/src/adapters/tomorrow/outside.ts': "export const a = () => fetch('b');",
  'apps/web/vite.config.ts': 'export default {};',
  'apps/web/src/lib/other.ts': 'export const other = 1;',
} as const;

interface Diagnostic {
  category: string;
  location: { path: string };
}

describe('lint rules of the house', () => {
  let folder = '';
  let found: string[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'yardage-lint-'));
    for (const name of ['biome.json', '.gitignore']) cpSync(join(ROOT, name), join(folder, name));
    const sources = [...Object.entries(BREAKS).map(([path, [source]]) => [path, source] as const), ...Object.entries(KEEPS)];
    for (const [path, source] of sources) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${source}\n`);
    }
    const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'], { cwd: folder });
    const { diagnostics } = JSON.parse(String(stdout)) as { diagnostics: Diagnostic[] };
    found = diagnostics.map(({ category, location }) => `${location.path.replace(/^\.\//, '')} ${category}`);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(Object.entries(BREAKS).map(([path, [, rule]]) => [path, rule]))('%s breaks %s', (path, rule) => {
    expect(found).toContain(`${path} ${rule}`);
  });

  it.each(Object.keys(KEEPS))('%s is allowed', (path) => {
    expect(found.filter((line) => line.startsWith(path))).toEqual([]);
  });
});
