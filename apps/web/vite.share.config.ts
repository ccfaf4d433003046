import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { messages } from './messages-plugin.ts';
import { schemasLeftOut } from './schemas-left-out.ts';

const KILOBYTE = 1000;
/** All script of the page behind a link, with every language (SHR-01). */
const SHARE_BYTES = 60 * KILOBYTE;

// The page behind a link to a pour board. It is built apart from the portal, because it draws the same components without React.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [schemasLeftOut(), messages(['share']), shareBudget()],
  resolve: { alias: { 'react/jsx-runtime': join(import.meta.dirname, 'src/lib/plain-jsx.ts') } },
  publicDir: false,
  build: {
    assetsDir: 'share-assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: { input: join(import.meta.dirname, 'share.html') },
  },
});

/** Fails the build if the page has more script than its budget. */
function shareBudget(): Plugin {
  return {
    name: 'yardage:share-budget',
    generateBundle(_options, bundle) {
      const bytes = Object.values(bundle).reduce((sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code).length : 0), 0);
      const figures = `${(bytes / KILOBYTE).toFixed(1)} of ${SHARE_BYTES / KILOBYTE} kB`;
      if (bytes > SHARE_BYTES) this.error(`the shared pour board is over its budget of script: ${figures}`);
      this.info(`script: shared pour board ${figures}`);
    },
  };
}
