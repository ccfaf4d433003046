import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readCatalogue, readCataloguesIn } from '../catalogues.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const LANGUAGE = 'pt';

/** Returns the generated translation of a Spanish text. For a message in ICU syntax, the result is such a message, too. */
export const inThirdLanguage = (spanish: string): string => `‹${spanish}›`;

/**
 * Adds a generated third language, `pt`: a copy of the catalogues in a temporary folder, with one file more in each package. `lacks` names
 * a package that gets none. Returns a function that restores the installation's languages.
 */
export function addThirdLanguage({ lacks = '' } = {}): () => void {
  const root = mkdtempSync(join(tmpdir(), 'yardage-languages-'));
  for (const path of globSync('{apps,packages}/*/locales/es.json', { cwd: ROOT })) {
    cpSync(join(ROOT, path), join(root, path), { recursive: true });
    if (lacks && path.includes(lacks)) continue;
    const texts = Object.entries(readCatalogue(join(ROOT, path))).map(([key, spanish]) => [key, inThirdLanguage(spanish)]);
    writeFileSync(join(root, dirname(path), `${LANGUAGE}.json`), JSON.stringify(Object.fromEntries(texts)));
  }
  readCataloguesIn(root);
  return () => {
    readCataloguesIn();
    rmSync(root, { recursive: true });
  };
}
