import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SOURCE_LANGUAGE } from './negotiate.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The translations of a package into one language, by key (`invoices.added`). */
export type Catalogue = Readonly<Record<string, string>>;

let translations: ReadonlyMap<string, Catalogue> | undefined;

/**
 * Reads the catalogues of all packages: one file per language in `locales/` of each. A language that a package lacks is left out, because
 * part of its texts would be English.
 */
function readAll(root: string): Map<string, Catalogue> {
  const paths = globSync('{apps,packages}/*/locales/*.json', { cwd: root }).sort();
  const packages = new Set(paths.map(dirname));
  const byLanguage = Map.groupBy(paths, (path) => basename(path, '.json'));
  const complete = [...byLanguage].filter(([, files]) => files.length === packages.size);
  return new Map(
    complete.map(([language, files]) => [language, Object.assign({}, ...files.map((file) => readCatalogue(join(root, file))))]),
  );
}

/** Reads the catalogues below another folder than the installation's, for tests. Without a folder it restores the installation's. */
export function readCataloguesIn(root: string = ROOT): void {
  translations = readAll(root);
}

/** Reads a catalogue file. */
export function readCatalogue(path: string): Catalogue {
  return JSON.parse(readFileSync(path, 'utf8')) as Catalogue;
}

/** Returns the languages that have a catalogue in each package, and English. */
export function offeredLanguages(): string[] {
  translations ??= readAll(ROOT);
  return [SOURCE_LANGUAGE, ...translations.keys()];
}

/** Returns the translation of a key; undefined in English. */
export function translationOf(language: string, key: string): string | undefined {
  translations ??= readAll(ROOT);
  return translations.get(language)?.[key];
}
