import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { type ModuleGraph, readGraph } from './module-graph.ts';
import { DESK_PAGE, ENTRY, FRAME, LANDING, LATER, PAGE } from './page-roots.ts';

const modules = (paths: readonly string[]): string[] => paths.map((path) => join(import.meta.dirname, path));
const pages = (names: readonly string[]): string[] => modules(names.map((name) => `src/pages/${name}/${name}-page.tsx`));

/** List pages. The modules that all of them need are one chunk. */
const LISTS = pages(['orders', 'tickets', 'quotes', 'invoices', 'payment-history']);
/** Pages without a list. What they share with lists is not in that chunk. */
const OTHERS = pages(['dashboard', 'chats', 'assistant', 'truck-tracking', 'checkout', 'desk-import']);

/** What every page loads by itself once it is shown: the live connection and the store for times without one. */
const LATER_PARTS = /[\\/](node_modules[\\/]socket\.io-client|lib[\\/]offline[\\/]offline-store\.ts$)/;

/** Pages that few customers open. They do not decide what all others load. */
const SELDOM_PAGE =
  /[\\/]pages[\\/](close-out-packs|credits|discount-planner|integrations|payment-(?:approvals|methods|result)|scheduled-payments)[\\/]/;

/** Modules below this size that several pages share go into the layout's chunk. */
const SMALL_CHARACTERS = 8000;
const SEVERAL_PAGES = 2;

/**
 * Assigns modules to chunks. By default the bundler makes one file per set of modules that the same pages share: ninety files and
 * requests for a list page. What the landing page needs is kept apart from what is only needed after sign-in.
 */
export function chunkGroups(): Rolldown.CodeSplittingOptions {
  const initial = new Set<string>();
  let groups: Map<string, string> | undefined;
  return {
    // Each group already contains its dependencies, or they are loaded before it.
    includeDependenciesRecursively: false,
    groups: [
      {
        // This group contains no module. It only records what the entry needs, which the bundler knows better than our graph.
        name: (id) => {
          initial.add(id);
          return null;
        },
        debugName: 'initial modules',
        tags: ['$initial'],
      },
      {
        name: (id, context) => {
          groups ??= assign(readGraph(context), initial);
          return groups.get(id) ?? null;
        },
        debugName: 'chunk groups',
      },
    ],
  };
}

function assign(graph: ModuleGraph, initial: ReadonlySet<string>): Map<string, string> {
  const roots = lazyModules(graph);
  const users = usersOf(graph, roots);
  const groups = new Map<string, string>();
  const place = (ids: Iterable<string>, name: string): void => {
    for (const id of ids) if (!groups.has(id)) groups.set(id, name);
  };

  place(initial, 'start');
  // The landing page loads all of it anyway, and has a file of its own for the rest.
  place(
    [...graph.reachable(modules([LANDING]))].filter((id) => (users.get(id)?.length ?? 0) > 1 && !roots.has(id)),
    'start',
  );
  place(graph.reachable(modules(FRAME)), 'frame');
  const others = graph.reachable([...OTHERS, ...modules([LATER])]);
  const [first = new Set<string>(), ...lists] = LISTS.map((page) => graph.reachable([page]));
  const list = [...first].filter((id) => !others.has(id) && lists.every((page) => page.has(id)));
  place(sharedSmall(graph, users, { earlier: new Set(groups.keys()), apart: new Set(list) }), 'frame');
  place(list, 'list');
  const later = [...graph.reachable([...modules([LATER]), ...[...roots].filter((id) => LATER_PARTS.test(id))])];
  // Pages that need a part of it at once, such as the live connection, do not load the rest first.
  place(
    later.filter((id) => (users.get(id) ?? []).filter((user) => PAGE.test(user)).length >= SEVERAL_PAGES),
    'frame',
  );
  place(later, 'later');
  // The entry's own file is the one that the HTML names.
  for (const id of modules([ENTRY, 'index.html'])) groups.delete(id);
  for (const [name, owned] of ownedByPages(graph, roots, users)) place(owned, name);
  return groups;
}

interface Placed {
  /** Modules that are loaded before, or with, the layout's chunk. */
  earlier: ReadonlySet<string>;
  /** Modules of a chunk that is loaded after it. */
  apart: ReadonlySet<string>;
}

/** Returns the small modules that several pages share and that only import modules of the layout's chunk or earlier ones. */
function sharedSmall(graph: ModuleGraph, users: ReadonlyMap<string, string[]>, { earlier, apart }: Placed): string[] {
  const isCommon = (page: string): boolean => PAGE.test(page) && !DESK_PAGE.test(page) && !SELDOM_PAGE.test(page);
  const looked = new Map<string, boolean>();
  const isTaken = (id: string): boolean => {
    const known = earlier.has(id) ? true : apart.has(id) ? false : looked.get(id);
    if (known !== undefined) return known;
    // A provisional result, so that import cycles end the search.
    looked.set(id, false);
    const isShared = (users.get(id) ?? []).filter(isCommon).length >= SEVERAL_PAGES;
    const isWhole = isShared && graph.code(id).length <= SMALL_CHARACTERS && graph.imports(id).every(isTaken);
    looked.set(id, isWhole);
    return isWhole;
  };
  return [...users.keys()].filter((id) => !earlier.has(id) && !PAGE.test(id) && isTaken(id));
}

/** Returns all dynamically imported modules: pages, drawers, dialogs. */
function lazyModules(graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const visited = new Set<string>();
  const visit = (id: string): void => {
    if (visited.has(id)) return;
    visited.add(id);
    for (const imported of graph.imports(id)) visit(imported);
    for (const later of graph.later(id)) {
      found.add(later);
      visit(later);
    }
  };
  for (const id of modules([ENTRY])) visit(id);
  return found;
}

/** Returns which lazily loaded modules import each module, directly or not. */
function usersOf(graph: ModuleGraph, roots: ReadonlySet<string>): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const root of roots) {
    for (const id of graph.reachable([root])) {
      const known = users.get(id);
      if (known) known.push(root);
      else users.set(id, [root]);
    }
  }
  return users;
}

/**
 * Returns the modules that a page, or a set of pages, imports and that nothing else uses except its own dialogs and drawers. They become one
 * file, because those are opened later.
 */
function ownedByPages(graph: ModuleGraph, roots: ReadonlySet<string>, users: ReadonlyMap<string, string[]>): Map<string, string[]> {
  const owners = ownersOf(graph, roots);
  const owned = new Map<string, string[]>();
  for (const [id, direct] of users) {
    const pages = [...new Set(direct.flatMap((root) => [...(owners.get(root) ?? [root])]))].sort();
    if (!pages.every((page) => PAGE.test(page) && direct.includes(page))) continue;
    const names = pages.map((page) => page.replace(/^.*[\\/]|-page\.tsx$/g, ''));
    const name = names.length === 1 ? `${names[0]}-page` : names.join('-');
    owned.set(name, [...(owned.get(name) ?? []), id]);
  }
  return owned;
}

/** Returns the pages from which each lazily loaded module can be opened. */
function ownersOf(graph: ModuleGraph, roots: ReadonlySet<string>): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  const starts = [...roots].filter((id) => PAGE.test(id)).concat(modules(FRAME));
  for (const start of starts) {
    const visited = new Set<string>();
    const visit = (root: string): void => {
      if (visited.has(root)) return;
      visited.add(root);
      owners.set(root, (owners.get(root) ?? new Set()).add(start));
      for (const id of graph.reachable([root])) for (const later of graph.later(id)) if (!starts.includes(later)) visit(later);
    };
    visit(start);
  }
  return owners;
}
