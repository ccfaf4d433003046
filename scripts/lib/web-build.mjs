import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { capture } from './processes.mjs';
import { findNode, PlainError, ROOT, say } from './project.mjs';

const WEB = join(ROOT, 'apps/web');
const STAMP = join(ROOT, '.cache/web-build');
const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache']);

/** Builds the web app, unless its sources are unchanged since the last build. */
export async function ensureWebBuilt() {
  if (!existsSync(join(WEB, 'index.html'))) return;
  const fingerprint = fingerprintSources();
  const isBuilt = existsSync(join(WEB, 'dist/index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint;
  if (isBuilt) return;
  say('Building the web app …');
  const startedAt = Date.now();
  const { code, output } = await capture(findNode(), [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: WEB,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code !== 0) throw new PlainError(`${output}\nThe web app could not be built; the lines above say why.`);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(STAMP, fingerprint);
  say(`Web app built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

function fingerprintSources() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  const folders = [WEB, join(ROOT, 'packages')];
  for (const path of folders.flatMap(listFiles).sort()) {
    hash.update(`\0${relative(ROOT, path)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** @param {string} folder @returns {string[]} */
function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCES.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}
