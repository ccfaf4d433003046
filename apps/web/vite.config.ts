import react from '@vitejs/plugin-react';
import { SERVED_PATHS } from '@yardage/contract/served-paths';
import { defineConfig } from 'vite';
import { bundleBudget } from './bundle-budget.ts';
import { chunkGroups } from './chunk-groups.ts';
import { compressed } from './compressed-plugin.ts';
import { earlyStart } from './early-start-plugin.ts';
import { messages, messagesFileName } from './messages-plugin.ts';
import { plainPages } from './plain-pages.ts';
import { schemasLeftOut } from './schemas-left-out.ts';
import { serviceWorker } from './service-worker-plugin.ts';
import { stillLoading } from './still-loading-plugin.ts';

const server = 'http://127.0.0.1:4000';
// The development server does not build the page behind a link to a pour board, so the last build of it is served, with its files.
const served = [...SERVED_PATHS, 'assets'];

export default defineConfig({
  plugins: [
    schemasLeftOut(),
    messages(),
    react(),
    bundleBudget(),
    stillLoading(),
    earlyStart(),
    serviceWorker(),
    plainPages(),
    compressed(),
  ],
  server: {
    port: 5173,
    // Forward the browser's Host header, so that the sign-in provider responds with URLs of this origin.
    proxy: Object.fromEntries(
      served.map((name) => [`^/${name.replace('.', '\\.')}(?=[/?]|$)`, { target: server, changeOrigin: false, ws: name === 'hub' }]),
    ),
  },
  build: {
    outDir: 'dist',
    // The CSP allows fonts and scripts from this origin only, so no asset may become a data URL.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The entry lists what each page imports. For staff's pages it lists only styles, because customers load that list, too; the first
      // script of the page knows the rest.
      resolveDependencies: (file, files) => (file.includes('/desk-') ? files.filter((name) => name.endsWith('.css')) : files),
    },
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: chunkGroups(), chunkFileNames: messagesFileName } },
  },
});
