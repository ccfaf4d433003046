import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Plugin } from 'vite';
import { messages } from './messages-plugin.ts';
import { schemasLeftOut } from './schemas-left-out.ts';
import type { CataloguePart } from './src/lib/language/catalogues.ts';
import { stillLoading } from './still-loading-plugin.ts';

const KILOBYTE = 1000;

interface PlainPage {
  /** The HTML file. */
  page: string;
  messages: CataloguePart;
  /** The budget of script that the page needs at once, with every language. */
  maxBytes: number;
}

/**
 * Pages that are drawn without React, with the same components as the portal: the landing page, and the page behind a link to a pour board
 * (SHR-01). Each is built by itself, because its JSX runtime is another one.
 */
const PAGES: readonly PlainPage[] = [
  { page: 'landing.html', messages: 'start', maxBytes: 20 * KILOBYTE },
  { page: 'share.html', messages: 'share', maxBytes: 60 * KILOBYTE },
];

/** Builds these pages into the same folder, after the portal. */
export function plainPages(): Plugin {
  let outDir = 'dist';
  return {
    name: 'yardage:plain-pages',
    apply: 'build',
    configResolved: ({ root, build: { outDir: folder } }) => {
      outDir = resolve(root, folder);
    },
    async closeBundle(error) {
      const appPage = join(outDir, 'index.html');
      // After a failed build there is none, and its own error is the one to read.
      if (error || !existsSync(appPage)) return;
      const appFiles = filesOf(readFileSync(appPage, 'utf8'));
      await Promise.all(PAGES.map((page) => build(plainConfig(page, outDir, appFiles))));
    },
  };
}

function plainConfig({ page, messages: part, maxBytes }: PlainPage, outDir: string, appFiles: readonly string[]): InlineConfig {
  return {
    root: import.meta.dirname,
    configFile: false,
    publicDir: false,
    define: { APP_FILES: JSON.stringify(appFiles) },
    plugins: [
      schemasLeftOut(),
      messages([part], { isEager: true }),
      landingPage(),
      stillLoading({ hasLink: page !== 'share.html' }),
      budget(page, maxBytes),
    ],
    resolve: { alias: { 'react/jsx-runtime': join(import.meta.dirname, 'src/lib/plain-jsx.ts') } },
    build: {
      outDir,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      sourcemap: false,
      rolldownOptions: {
        input: join(import.meta.dirname, page),
        // Modules with hooks are shared with the app. Here nothing calls the hooks, so React itself is left out.
        treeshake: { moduleSideEffects: (id) => !/\/node_modules\/react(-dom)?\//.test(id.replaceAll('\\', '/')) },
      },
    },
  };
}

/** Makes `landing.html` from `index.html`: the same page with another script. */
function landingPage(): Plugin {
  const path = join(import.meta.dirname, 'landing.html');
  return {
    name: 'yardage:landing-page',
    enforce: 'pre',
    resolveId: (id) => (id === path ? id : null),
    load: (id) =>
      id === path ? readFileSync(join(import.meta.dirname, 'index.html'), 'utf8').replace('/src/main.tsx', '/src/landing.tsx') : null,
  };
}

/** Returns the scripts and styles that a page loads first. */
function filesOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
}

/** Fails the build if the page needs more script at once than its budget. */
function budget(page: string, maxBytes: number): Plugin {
  return {
    name: 'yardage:plain-page-budget',
    generateBundle(_options, bundle) {
      const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = new Set<string>();
      const gather = (name: string): void => {
        if (first.has(name)) return;
        first.add(name);
        for (const imported of scripts.find(({ fileName }) => fileName === name)?.imports ?? []) gather(imported);
      };
      for (const { isEntry, fileName } of scripts) if (isEntry) gather(fileName);
      const bytes = scripts.reduce((sum, { fileName, code }) => sum + (first.has(fileName) ? gzipSync(code).length : 0), 0);
      const figures = `${(bytes / KILOBYTE).toFixed(1)} of ${maxBytes / KILOBYTE} kB`;
      if (bytes > maxBytes) this.error(`${page} is over its budget of script: ${figures}`);
      this.info(`script: ${page} ${figures}`);
    },
  };
}
