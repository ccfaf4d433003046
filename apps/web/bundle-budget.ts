import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const KILOBYTE = 1000;

/** Script a visitor downloads, gzipped, before the named page is complete. */
const BUDGETS = [
  { view: 'landing page', roots: ['src/pages/landing/landing-page.tsx'], maxBytes: 130 * KILOBYTE },
  {
    view: 'signed-in screen',
    roots: ['src/app/layout/shell.tsx', 'src/pages/dashboard/dashboard-page.tsx', 'src/lib/session/user-manager.ts'],
    maxBytes: 280 * KILOBYTE,
  },
];

/** Fails a build whose pages carry more script than their budget. */
export function bundleBudget(): Plugin {
  return {
    name: 'yardage:bundle-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const gathered = (fileName: string, into: Set<string>): Set<string> => {
        const chunk = byName.get(fileName);
        if (!chunk || into.has(fileName)) return into;
        into.add(fileName);
        for (const imported of chunk.imports) gathered(imported, into);
        return into;
      };
      for (const { view, roots, maxBytes } of BUDGETS) {
        const wanted = chunks.filter((chunk) => chunk.isEntry || chunk.moduleIds.some((id) => roots.some((root) => id.endsWith(root))));
        if (wanted.length <= roots.length) this.error(`The ${view} is not where its bundle budget looks: ${roots.join(', ')}`);
        const files = new Set<string>();
        for (const chunk of wanted) gathered(chunk.fileName, files);
        let bytes = 0;
        for (const name of files) bytes += gzipSync(byName.get(name)?.code ?? '').length;
        const figures = `${(bytes / KILOBYTE).toFixed(1)} kB of ${maxBytes / KILOBYTE} kB script (gzip)`;
        if (bytes > maxBytes) this.error(`The ${view} is over its budget: ${figures}`);
        this.info(`${view}: ${figures}`);
      }
    },
  };
}
