import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Catalogue, readCatalogue } from '@yardage/messages/catalogues';
import { listMessages, type SourceMessage } from '@yardage/messages/compile-catalogue';
import { loadedDefinitions } from '@yardage/messages/messages';
import { findCatalogueFaults, findSourceFaults, updateCatalogue } from './messages/catalogue-faults.ts';
import { findEnglishErrors, findKeptMessages, findUnusedMessages } from './messages/message-uses.ts';

// Part of `npm run check`: every text has a translation in every language. `--write` adds new keys to the catalogues, empty, in the order
// of the source, and removes unused ones.

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = ['apps/web', 'apps/server', 'packages/domain'];

/** Texts that no user of the portal reads: commands of operators, logs. They stay in English. */
const ENGLISH_ONLY = [
  'apps/server/src/admin/admin.messages.ts',
  'apps/server/src/admin/import.messages.ts',
  'apps/server/src/adapters/webhooks/webhooks.messages.ts',
  'apps/server/src/start.messages.ts',
];

/** Calls of machines only: their integrators read English, as the documentation at /docs is. */
const MACHINE_CONTRACTS = /^packages\/contract\/src\/(telemetry|supply-fields|supply-records)\.ts$/;

const find = (patterns: string | string[]): string[] =>
  globSync(patterns, { cwd: ROOT, exclude: (name) => name === 'node_modules' || name === 'dist' })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Area {
  name: string;
  constant: string;
  path: string;
}

/** Returns the areas that a messages module declares. */
function areasIn(path: string): Area[] {
  const declarations = read(path).matchAll(/export const (\w+) = defineMessages\(\s*'([^']+)'/g);
  return [...declarations].map(([, constant = '', name = '']) => ({ name, constant, path }));
}

/** Returns the constants of a messages module that hold texts without `defineMessages`. */
function plainTexts(path: string): string[] {
  const constants = [...read(path).matchAll(/^export const (\w+)\b(?! = defineMessages)/gm)].map(([, constant]) => constant);
  return constants.map((constant) => `${path}: ${constant} is not translated: declare it with defineMessages (decision 37)`);
}

function languages(): string[] {
  return [...new Set(find('{apps,packages}/*/locales/*.json').map((path) => basename(path, '.json')))];
}

async function messagesOf(areas: readonly Area[]): Promise<SourceMessage[]> {
  for (const { path } of areas) await import(pathToFileURL(join(ROOT, path)).href);
  return areas.flatMap(({ name }) => listMessages(name, loadedDefinitions().get(name) ?? {}));
}

function catalogueFaults(folder: string, messages: readonly SourceMessage[], isWriting: boolean): string[] {
  return languages().flatMap((language) => {
    const path = `${folder}/locales/${language}.json`;
    const catalogue: Catalogue = existsSync(join(ROOT, path)) ? readCatalogue(join(ROOT, path)) : {};
    if (isWriting) writeFileSync(join(ROOT, path), `${JSON.stringify(updateCatalogue(messages, catalogue), null, 2)}\n`);
    return findCatalogueFaults(messages, isWriting ? updateCatalogue(messages, catalogue) : catalogue).map((fault) => `${path}: ${fault}`);
  });
}

/** Returns the faults of a package's messages and catalogues. Adds its areas to the known ones. */
async function packageFaults(folder: string, known: Map<string, Area>, isWriting: boolean): Promise<string[]> {
  const modules = find(`${folder}/src/**/*.messages.ts`).filter((path) => !ENGLISH_ONLY.includes(path));
  const areas = modules.flatMap(areasIn);
  const repeated = areas.filter(({ name }) => known.has(name));
  for (const area of areas) known.set(area.name, area);
  const messages = await messagesOf(areas);
  return [
    ...repeated.map(({ name, path }) => `${path}: the area ${name} is declared twice`),
    ...modules.flatMap(plainTexts),
    ...findSourceFaults(messages),
    ...catalogueFaults(folder, messages, isWriting),
  ];
}

/** Returns what the sources do wrong with messages: keep one in a constant, or never read it. */
function useFaults(sources: ReadonlyMap<string, string>, areas: readonly Area[]): string[] {
  const unread = areas.flatMap(({ name, constant, path }) =>
    findUnusedMessages({ path, constant, names: Object.keys(loadedDefinitions().get(name) ?? {}) }, sources),
  );
  const kept = [...sources].flatMap(([path, source]) => {
    if (path.startsWith('e2e/') || /\.test\.tsx?$/.test(path)) return [];
    const isOwn = (area: Area): boolean => area.path.startsWith(path.split('/', 2).join('/')) || area.path.startsWith('packages/');
    return findKeptMessages(path, source, new Set(areas.filter(isOwn).map(({ constant }) => constant)));
  });
  const english = [...sources]
    .filter(([path]) => path.startsWith('packages/contract/src/') && !path.endsWith('.test.ts') && !MACHINE_CONTRACTS.test(path))
    .flatMap(([path, source]) => findEnglishErrors(path, source));
  return [...unread, ...kept, ...english];
}

async function main(isWriting: boolean): Promise<string[]> {
  const known = new Map<string, Area>();
  const faults: string[] = [];
  for (const folder of PACKAGES) faults.push(...(await packageFaults(folder, known, isWriting)));
  const sources = new Map(find(['{apps,packages}/*/src/**/*.{ts,tsx}', 'apps/web/*.ts', 'e2e/**/*.ts']).map((path) => [path, read(path)]));
  return [...faults, ...useFaults(sources, [...known.values()])];
}

const faults = await main(process.argv.includes('--write'));
for (const fault of faults) process.stdout.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
else process.stdout.write(`Every text is translated into ${languages().join(', ')}.\n`);
