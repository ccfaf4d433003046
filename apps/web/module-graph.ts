import { posix } from 'node:path';
import { parseSync, type Rolldown } from 'vite';

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** What modules import, for the chunk groups. */
export interface ModuleGraph {
  /** Returns the modules and everything they import statically. */
  reachable(ids: readonly string[]): Set<string>;
  /** Returns what a module imports dynamically. */
  later(id: string): readonly string[];
  imports(id: string): readonly string[];
  code(id: string): string;
}

/** An index of a library, which only passes on what its parts export. */
const INDEX = /[\\/]node_modules[\\/].*[\\/]index\.m?js$/;

/** Names that a module takes from another one. `all` if it takes everything. */
interface Taken {
  from: string;
  names: readonly string[] | 'all';
}

/** An export of an index: the module that it comes from and its name there. */
interface Source {
  from: string;
  name: string;
}

interface Index {
  exports: Map<string, Source>;
  /** Names that it defines itself. */
  own: Set<string>;
  /** Modules of which everything is passed on. */
  stars: string[];
}

/**
 * Reads the graph as it will be after the bundler has removed unused code. In the bundler's own list, an import from a library's index
 * leads to all parts of the library; here it leads only to the parts that are named.
 */
export function readGraph(modules: Modules): ModuleGraph {
  const known = new Map<string, readonly string[]>();
  const indexes = new Map<string, Index | null>();
  const info = (id: string) => modules.getModuleInfo(id);
  const code = (id: string): string => info(id)?.code ?? '';

  function indexOf(id: string): Index | null {
    let index = indexes.get(id);
    if (index === undefined) {
      index = INDEX.test(id) ? readIndex(id, code(id)) : null;
      indexes.set(id, index);
    }
    return index;
  }

  /** Finds the module that a specifier means among those that a module imports. */
  const resolve = (id: string, specifier: string): string | undefined => {
    const path = specifier.startsWith('.') ? posix.join(posix.dirname(slashed(id)), specifier) : undefined;
    return info(id)?.importedIds.find((imported) =>
      path ? isFile(slashed(imported), path) : slashed(imported).includes(`/node_modules/${specifier}/`),
    );
  };

  /** Returns the modules of an index that define a name. */
  function definitions(id: string, name: string): string[] {
    const index = indexOf(id);
    if (!index || index.own.has(name)) return [id];
    const source = index.exports.get(name);
    const targets = source ? [source] : index.stars.map((from) => ({ from, name }));
    return targets.flatMap((target) => {
      const module = resolve(id, target.from);
      return module ? [id, ...definitions(module, target.name)] : [];
    });
  }

  function imports(id: string): readonly string[] {
    let found = known.get(id);
    if (!found) {
      const all = info(id)?.importedIds ?? [];
      // What an index passes on is followed by name.
      const own = indexOf(id)?.own.size === 0 ? [] : all;
      found = own.some(indexOf) ? own.flatMap((imported) => (indexOf(imported) ? [imported, ...named(id, imported)] : [imported])) : own;
      known.set(id, found);
    }
    return found;
  }

  /** Returns the parts of an index that a module names. */
  function named(id: string, index: string): readonly string[] {
    const taken = takenBy(id, code(id)).filter(({ from }) => resolve(id, from) === index);
    return taken.flatMap(({ names }) =>
      names === 'all' ? (info(index)?.importedIds ?? []) : names.flatMap((name) => definitions(index, name)),
    );
  }

  function reachable(ids: readonly string[]): Set<string> {
    const found = new Set<string>();
    const visit = (id: string): void => {
      if (found.has(id)) return;
      found.add(id);
      for (const imported of imports(id)) visit(imported);
    };
    for (const id of ids) visit(id);
    return found;
  }

  return { reachable, imports, code, later: (id) => info(id)?.dynamicallyImportedIds ?? [] };
}

const slashed = (path: string): string => path.replaceAll('\\', '/');

/** Returns whether a path means a file. It may leave out the extension or the name of an index. */
function isFile(file: string, path: string): boolean {
  return file === path || file.startsWith(`${path}.`) || file.startsWith(`${path}/index.`);
}

/** Returns what a module imports or passes on by name. */
function takenBy(id: string, code: string): Taken[] {
  const { staticImports, staticExports } = parseSync(id, code).module;
  const imported = staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    names: namesOf(entries.map(({ importName }) => importName)),
  }));
  const passed = staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, importName }) => (moduleRequest ? [{ from: moduleRequest.value, names: namesOf([importName]) }] : []));
  return [...imported, ...passed];
}

function namesOf(names: readonly { kind: string; name?: string | null }[]): readonly string[] | 'all' {
  if (names.some(({ kind }) => kind !== 'Name' && kind !== 'Default')) return 'all';
  return names.map(({ kind, name }) => (kind === 'Default' ? 'default' : (name ?? '')));
}

/** Returns null for a module that passes nothing on. */
function readIndex(id: string, code: string): Index | null {
  const index: Index = { exports: new Map(), own: new Set(), stars: [] };
  for (const { moduleRequest, importName, exportName } of parseSync(id, code).module.staticExports.flatMap(({ entries }) => entries)) {
    if (!moduleRequest) index.own.add(exportName.name ?? 'default');
    else if (exportName.kind === 'None') index.stars.push(moduleRequest.value);
    else index.exports.set(exportName.name ?? 'default', { from: moduleRequest.value, name: importName.name ?? 'default' });
  }
  return index.exports.size + index.stars.length > 0 ? index : null;
}
