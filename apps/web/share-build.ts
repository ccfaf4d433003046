import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

/** Builds the page behind a link into the same folder, after the portal. */
export function shareBuild(): Plugin {
  let outDir = 'dist';
  return {
    name: 'yardage:share-build',
    apply: 'build',
    configResolved: ({ root, build: { outDir: folder } }) => {
      outDir = resolve(root, folder);
    },
    async closeBundle(error) {
      if (error) return;
      const configFile = join(import.meta.dirname, 'vite.share.config.ts');
      await build({ configFile, logLevel: 'info', build: { outDir, emptyOutDir: false } });
    },
  };
}
