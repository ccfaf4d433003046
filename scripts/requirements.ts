import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// `npm run requirements`: lists which numbered requirements have a test that names them in its title, and which have none.

const ROOT = join(import.meta.dirname, '..');

export interface Area {
  title: string;
  ids: string[];
}

/** Returns the areas of the list, each with the ids below its heading. */
export function readAreas(markdown: string): Area[] {
  const areas: Area[] = [];
  for (const line of markdown.split('\n')) {
    const title = /^## (.+)/.exec(line)?.[1];
    if (title) areas.push({ title, ids: [] });
    const id = /^- `([A-Z]+-\d+)`/.exec(line)?.[1];
    if (id) areas.at(-1)?.ids.push(id);
  }
  return areas.filter(({ ids }) => ids.length > 0);
}

/** Returns the ids named in a test's title. */
export function idsIn(title: string): string[] {
  return title.match(/\b[A-Z]{2,6}-\d{2}(?!\d)/g) ?? [];
}

/** Returns the ids of all requirements. */
export function readIds(): Set<string> {
  return new Set(readLists().flatMap(({ ids }) => ids));
}

function readLists(): Area[] {
  return ['docs/requirements.md', 'docs/beyond.md'].flatMap((name) => readAreas(readFileSync(join(ROOT, name), 'utf8')));
}

/** Returns test titles from the files and, for those generated at run time, from the report of the last `npm test`. */
function readTitles(): string[] {
  const { stdout, status } = spawnSync(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'list', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error('Vitest could not list the tests.');
  const written = (JSON.parse(stdout.slice(stdout.indexOf('['))) as { name: string }[]).map(({ name }) => name);
  const reportPath = join(ROOT, '.cache/test-report.json');
  if (!existsSync(reportPath)) return written;
  const report = JSON.parse(readFileSync(reportPath, 'utf8')) as {
    testResults: { name: string; assertionResults: { fullName: string }[] }[];
  };
  const present = report.testResults.filter(({ name }) => existsSync(name));
  return [...written, ...present.flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName))];
}

if (import.meta.main) {
  const areas = readLists();
  const named = new Set(readTitles().flatMap(idsIn));
  let tested = 0;
  for (const { title, ids } of areas) {
    const [having, lacking] = [ids.filter((id) => named.has(id)), ids.filter((id) => !named.has(id))];
    tested += having.length;
    console.log(`${title}: ${having.length} of ${ids.length}`);
    if (having.length > 0) console.log(`  with a test:    ${having.join(' ')}`);
    if (lacking.length > 0) console.log(`  without a test: ${lacking.join(' ')}`);
  }
  console.log(`${tested} of ${areas.reduce((sum, { ids }) => sum + ids.length, 0)} requirements have a test that names them.`);
}
