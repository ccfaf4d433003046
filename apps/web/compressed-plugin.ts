import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller files are not worth a second request header. The same limit as the server's. */
const FROM_BYTES = 1400;
const PACKED = { br: promisify(brotliCompress), gz: promisify(gzip) };
const OPTIONS = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 22 } },
  gz: { level: 9 },
};

/**
 * Writes every text file compressed as well, so that the server sends it as it is: a sixth smaller than gzip, and without work per request.
 * It runs after all other plugins.
 */
export function compressed(): Plugin {
  let outDir = 'dist';
  return {
    name: 'yardage:compressed',
    apply: 'build',
    configResolved: ({ root, build: { outDir: folder } }) => {
      outDir = resolve(root, folder);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error) return;
        const files = globSync('**/*.{js,css,svg,json,html,webmanifest}', { cwd: outDir }).map((file) => join(outDir, file));
        await Promise.all(files.map(writeCompressed));
      },
    },
  };
}

async function writeCompressed(file: string): Promise<void> {
  const content = readFileSync(file);
  if (content.length < FROM_BYTES) return;
  writeFileSync(`${file}.br`, await PACKED.br(content, OPTIONS.br));
  writeFileSync(`${file}.gz`, await PACKED.gz(content, OPTIONS.gz));
}
