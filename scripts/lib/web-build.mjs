import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { capture } from './processes.mjs';
import { findNode, PlainError, ROOT, say } from './project.mjs';

const WEB = join(ROOT, 'apps/web');
const STAMP = join(ROOT, '.cache/web-build');
const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache']);
const ASSETS = join(WEB, 'dist/assets');
const EARLIER_ASSETS = join(ROOT, '.cache/earlier-assets');
/** Tabs that were opened before an update load their files for this long. */
const EARLIER_FOR_MS = 2 * 86_400_000;

/** Returns whether the web app is built from the present sources. A release may come without sources. */
export function isWebBuilt(fingerprint = fingerprintSources()) {
  if (!existsSync(join(WEB, 'index.html'))) return true;
  return existsSync(join(WEB, 'dist/index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint;
}

/**
 * Builds the web app, unless its sources are unchanged since the last build.
 * @param {{ priority?: number }} [options] above 0, the build leaves the processor to what runs beside it
 */
export async function ensureWebBuilt({ priority = 0 } = {}) {
  const fingerprint = fingerprintSources();
  if (isWebBuilt(fingerprint)) return;
  say('Building the web app …');
  const startedAt = Date.now();
  keepEarlierAssets();
  const { code, output } = await capture(findNode(), [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: WEB,
    env: { ...process.env, NODE_ENV: 'production' },
    priority,
  });
  if (code !== 0) throw new PlainError(`${output}\nThe web app could not be built; the lines above say why.`);
  serveEarlierAssets();
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(STAMP, fingerprint);
  say(`Web app built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Puts the files of the present build aside, because building empties the folder. A copy's age counts from now on. */
function keepEarlierAssets() {
  if (existsSync(ASSETS)) cpSync(ASSETS, EARLIER_ASSETS, { recursive: true, force: false });
}

/** Adds the files of earlier builds to the new one, so that open tabs can still load their pages (OFF-01). Names have a hash of the content. */
function serveEarlierAssets() {
  if (!existsSync(EARLIER_ASSETS)) return;
  for (const name of readdirSync(EARLIER_ASSETS)) {
    const path = join(EARLIER_ASSETS, name);
    if (Date.now() - statSync(path).mtimeMs > EARLIER_FOR_MS) rmSync(path);
    else if (!existsSync(join(ASSETS, name))) cpSync(path, join(ASSETS, name));
  }
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
