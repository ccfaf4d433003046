import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { DESK_PAGE, ENTRY, FRAME, LANDING, PAGE } from './page-roots.ts';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const modules = (paths: readonly string[]): string[] => paths.map((path) => join(import.meta.dirname, path));
const pages = (names: readonly string[]): string[] => modules(names.map((name) => `src/pages/${name}/${name}-page.tsx`));

/** Library modules that the layout uses. The graph below cannot find them, because a library's index imports all its parts. */
const FRAME_PARTS = [
  /[\\/]react-router[\\/]dist[\\/]esm[\\/]useRouterState\.js$/,
  /[\\/](@floating-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|get-nonce)[\\/]/,
  /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](CloseButton|Combobox|Drawer|FocusTrap|Input|Menu|ModalBase)[\\/]/,
  /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](NativeScrollArea|Popover|ScrollArea|Tooltip|VisuallyHidden)[\\/]/,
  // Small parts, each a file of its own otherwise.
  /[\\/]@mantine[\\/]hooks[\\/]esm[\\/](use-(merged-ref|window-event|uncontrolled|id|color-scheme)|utils[\\/]random-id)[\\/]/,
  /[\\/]@mantine[\\/]hooks[\\/]esm[\\/]use-(click-outside|long-press|debounced-callback)[\\/]/,
  /[\\/]@mantine[\\/]core[\\/]esm[\\/](components[\\/](Overlay|Paper)|utils[\\/]Floating)[\\/]/,
  /[\\/](close-on-escape|create-event-handler|get-ref-prop)\.mjs$/,
  /[\\/](noop|create-safe-context|find-element-in-shadow-dom|find-element-ancestor|create-scoped-keydown-handler)\.mjs$/,
  /[\\/](get-context-item-index|use-resolved-styles-api|get-style-object|use-mantine-color-scheme|get-transition-props)\.mjs$/,
  /[\\/](AccordionChevron|CheckIcon|RadioIcon|Portal|OptionalPortal)\.mjs$/,
];
/** List pages. The modules that all of them need are one chunk. */
const LISTS = pages(['orders', 'tickets', 'quotes', 'invoices', 'payment-history']);
const OTHERS = pages(['dashboard', 'chats', 'assistant', 'truck-tracking', 'checkout']);

/** Pages that few customers open. They do not decide what all others load. */
const SELDOM_PAGE = /[\\/]pages[\\/](credits|payment-approvals|payment-methods|scheduled-payments)[\\/]/;

/** Our modules below this size that several pages share go into the layout's chunk. */
const SMALL_CHARACTERS = 3000;
const MANY_PAGES = 3;
const OURS = /[\\/](apps[\\/]web[\\/]src|packages[\\/]\w+[\\/]src)[\\/]/;

/**
 * Assigns modules to chunks. By default the bundler makes one file per set of modules that the same pages share: ninety files and
 * requests for a list page. What the landing page needs is kept apart from what is only needed after sign-in.
 */
export function chunkGroups(): Rolldown.CodeSplittingOptions {
  let groups: Map<string, string> | undefined;
  return {
    // Each group already contains its dependencies, or they are loaded before it.
    includeDependenciesRecursively: false,
    groups: [
      {
        name: (id, graph) => {
          groups ??= assign(graph);
          return groups.get(id) ?? (FRAME_PARTS.some((part) => part.test(id)) ? 'frame' : null);
        },
      },
    ],
  };
}

function assign(graph: Graph): Map<string, string> {
  const lazy = lazilyLoaded(graph);
  const entry = reachable(graph, modules([ENTRY]));
  const landing = reachable(graph, modules([LANDING]));
  const frame = reachable(graph, modules(FRAME));
  const others = reachable(graph, OTHERS);
  const [first = new Set<string>(), ...lists] = LISTS.map((page) => reachable(graph, [page]));
  const groups = new Map<string, string>();
  for (const id of frame) if (!entry.has(id)) groups.set(id, landing.has(id) ? 'base' : 'frame');
  const isPlaced = (id: string): boolean => entry.has(id) || landing.has(id) || groups.has(id);
  for (const id of sharedSmall(graph, lazy, isPlaced)) groups.set(id, 'frame');
  for (const id of first) if (!isPlaced(id) && !others.has(id) && lists.every((list) => list.has(id))) groups.set(id, 'list');
  // Dynamically imported modules keep a file of their own.
  for (const id of lazy) groups.delete(id);
  return groups;
}

/** Returns our small modules that several pages share and that only import modules of the layout's chunk or earlier ones. */
function sharedSmall(graph: Graph, lazy: ReadonlySet<string>, isPlaced: (id: string) => boolean): Set<string> {
  const uses = new Map<string, number>();
  for (const page of lazy) {
    if (!PAGE.test(page) || DESK_PAGE.test(page) || SELDOM_PAGE.test(page)) continue;
    for (const id of reachable(graph, [page])) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  const looked = new Map<string, boolean>();
  const isTaken = (id: string): boolean => {
    const known = isPlaced(id) || looked.get(id);
    if (known !== undefined) return known;
    // A provisional result, so that import cycles end the search.
    looked.set(id, false);
    const info = graph.getModuleInfo(id);
    const isSmall = OURS.test(id) && (uses.get(id) ?? 0) >= MANY_PAGES && (info?.code ?? '').length <= SMALL_CHARACTERS;
    const isWhole = info !== null && isSmall && info.importedIds.every(isTaken);
    looked.set(id, isWhole);
    return isWhole;
  };
  return new Set([...uses.keys()].filter((id) => !isPlaced(id) && isTaken(id)));
}

/** Returns all dynamically imported modules: pages, drawers, dialogs. */
function lazilyLoaded(graph: Graph): Set<string> {
  const found = new Set<string>();
  const visited = new Set<string>();
  const visit = (id: string): void => {
    if (visited.has(id)) return;
    visited.add(id);
    const info = graph.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) visit(imported);
    for (const later of info?.dynamicallyImportedIds ?? []) {
      found.add(later);
      visit(later);
    }
  };
  for (const id of modules([ENTRY])) visit(id);
  return found;
}

/** Returns the modules and everything they import statically. */
function reachable(graph: Graph, ids: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  for (const id of ids) visit(id);
  return found;
}
