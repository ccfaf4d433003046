import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

/** A file's location, as far as the import rules need it. */
export interface Place {
  path: string;
  /** `web`, `server`, `contract`, `domain` or `messages`; outside the workspaces the top folder: `scripts`, `e2e` or `bench`. */
  workspace: string;
  /** The first folder below `src`; empty for a file directly in `src`. */
  folder: string;
  /** The next folder, such as an area of `features`; empty for a file directly in `folder`. */
  area: string;
  /** `routes` in `orders.routes.ts`; empty if the name has none. */
  role: string;
  isTest: boolean;
}

/** The target of an import: one of our files, or a package. */
export type Target = { place: Place } | { packageName: string; isBuiltin: boolean };

/** A workspace as its package.json declares it; each pattern has one `*`. */
export interface Workspace {
  folder: string;
  name: string;
  imports: Record<string, string>;
  exports: Record<string, string>;
}

/** Derives the place from a path relative to the repository, with forward slashes. */
export function placeOf(path: string): Place {
  const [top = '', second = '', ...rest] = path.split('/');
  const isWorkspace = top === 'apps' || top === 'packages';
  const below = isWorkspace ? (rest[0] === 'src' ? rest.slice(1) : []) : [second, ...rest];
  const file = path.split('/').at(-1) ?? '';
  const parts = file.replace(/\.[mc]?[jt]sx?$/, '').split('.');
  return {
    path,
    workspace: isWorkspace ? second : top,
    folder: below.length > 1 ? (below[0] ?? '') : '',
    area: below.length > 2 ? (below[1] ?? '') : '',
    role: parts.length > 1 ? (parts.at(-1) ?? '') : '',
    isTest: parts.at(-1) === 'test',
  };
}

/** Resolves a specifier from the file that imports it. */
export function resolveImport(fromPath: string, specifier: string, workspaces: readonly Workspace[]): Target {
  if (specifier.startsWith('.')) return { place: placeOf(posix.join(posix.dirname(fromPath), specifier)) };
  const own = workspaces.find(({ folder }) => fromPath.startsWith(`${folder}/`));
  if (own && specifier.startsWith('#')) {
    const path = follow(specifier, own.imports);
    if (path) return { place: placeOf(posix.join(own.folder, path)) };
  }
  const workspace = workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (workspace) {
    const path = follow(`.${specifier.slice(workspace.name.length)}`, workspace.exports) ?? 'src/';
    return { place: placeOf(posix.join(workspace.folder, path)) };
  }
  const packageName = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : (specifier.split('/')[0] ?? specifier);
  return { packageName, isBuiltin: isBuiltin(specifier) };
}

function follow(specifier: string, patterns: Record<string, string>): string | undefined {
  for (const [pattern, target] of Object.entries(patterns)) {
    const [head = '', tail = ''] = pattern.split('*', 2);
    if (specifier.startsWith(head) && specifier.endsWith(tail) && specifier.length >= head.length + tail.length) {
      return target.replace('*', specifier.slice(head.length, specifier.length - tail.length));
    }
  }
  return undefined;
}
