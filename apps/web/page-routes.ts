import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES_MESSAGES } from './src/pages/pages.messages.ts';

/** A route's path and the page that it loads. */
const ROUTE = /path: '(\/[\w/-]+)'[^}]*?import\('\.\/([\w/-]+)\.tsx'\)/gs;
const PUBLIC_ROUTES = 'public.routes.ts';

/** Returns the paths of the app's pages, the modules that they load, and whether they are shown without the layout of signed-in pages. */
export function routesOf(): { path: string; module: string; isPublic: boolean }[] {
  return globSync('src/pages/*.routes.ts', { cwd: import.meta.dirname }).flatMap((file) => {
    const code = readFileSync(join(import.meta.dirname, file), 'utf8');
    const isPublic = file.endsWith(PUBLIC_ROUTES);
    return [...code.matchAll(ROUTE)].map(([, path = '', name = '']) => ({ path, module: file.replace(/[^/]+$/, `${name}.tsx`), isPublic }));
  });
}

/** Returns the key of a page's title in pages.messages.ts: the name of the page's folder. */
export function pageName(module: string): keyof typeof PAGES_MESSAGES {
  const [, folder = ''] = /([\w-]+)\/[\w-]+\.tsx$/.exec(module) ?? [];
  const name = folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (!(name in PAGES_MESSAGES)) throw new Error(`${module} has no title of its name in pages.messages.ts.`);
  return name as keyof typeof PAGES_MESSAGES;
}
