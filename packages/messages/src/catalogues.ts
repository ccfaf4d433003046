import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SOURCE_LANGUAGE } from './negotiate.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The translations of a package into one language, by key (`invoices.added`). */
export type Catalogue = Readonly<Record<string, string>>;

let translations: Map<string, Catalogue> | undefined;

/** Reads the catalogues of all packages, once: one file per language in `locales/`. */
function readAll(): Map<string, Catalogue> {
  const all = new Map<string, Catalogue>();
  for (const path of globSync('{apps,packages}/*/locales/*.json', { cwd: ROOT })) {
    const language = basename(path, '.json');
    all.set(language, { ...all.get(language), ...readCatalogue(join(ROOT, path)) });
  }
  return all;
}

/** Reads a catalogue file. */
export function readCatalogue(path: string): Catalogue {
  return JSON.parse(readFileSync(path, 'utf8')) as Catalogue;
}

/** Returns the languages that have a catalogue, and English. */
export function offeredLanguages(): string[] {
  translations ??= readAll();
  return [SOURCE_LANGUAGE, ...translations.keys()];
}

/** Returns the translation of a key; undefined in English. */
export function translationOf(language: string, key: string): string | undefined {
  translations ??= readAll();
  return translations.get(language)?.[key];
}
