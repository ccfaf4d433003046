import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findImports } from './import-rules/find-imports.ts';
import { placeOf, resolveImport, type Workspace } from './import-rules/places.ts';
import { IMPORT_RULES, misplacementOf } from './import-rules/rules.ts';

const ROOT = join(import.meta.dirname, '..');

/** Returns every broken import rule of a file, as `path:line: sentence`. */
export function checkFile(path: string, source: string, workspaces: readonly Workspace[]): string[] {
  const from = placeOf(path);
  const misplacement = misplacementOf(from);
  const faults = misplacement ? [`${path}:1: ${misplacement}`] : [];
  for (const { specifier, line } of findImports(source)) {
    const target = resolveImport(path, specifier, workspaces);
    for (const rule of IMPORT_RULES) {
      if (rule.isBroken(from, target, specifier)) faults.push(`${path}:${line}: ${rule.sentence} ('${specifier}')`);
    }
  }
  return faults;
}

/** Returns the workspaces declared by the package.json files. */
export function readWorkspaces(): Workspace[] {
  return globSync('{apps,packages}/*/package.json', { cwd: ROOT }).map((path) => {
    const { name, imports = {}, exports = {} } = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
    return { folder: path.replace(/[\\/]package\.json$/, '').replaceAll('\\', '/'), name, imports, exports };
  });
}

/** Returns all source files that the rules apply to. */
export function listSources(): string[] {
  const patterns = ['{apps,packages}/*/src/**/*.{ts,tsx}', '{e2e,bench,scripts}/**/*.{ts,tsx,mjs}'];
  return globSync(patterns, { cwd: ROOT, exclude: (name) => name === 'node_modules' })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

if (import.meta.main) {
  const workspaces = readWorkspaces();
  const sources = listSources().filter((path) => existsSync(join(ROOT, path)));
  const faults = sources.flatMap((path) => checkFile(path, readFileSync(join(ROOT, path), 'utf8'), workspaces));
  for (const fault of faults) console.error(fault);
  console.log(`${sources.length} files, ${faults.length} broken import rules`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
