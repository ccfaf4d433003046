import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findMissing, type Lock } from './complete-lock.ts';

const lock: Lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

describe('package-lock.json', () => {
  it("has the programs of every system, so that 'npm ci' takes it everywhere (npm run lock:complete adds them)", () => {
    expect(Object.keys(findMissing(lock))).toEqual([]);
  });

  it('would be found incomplete without one of them', () => {
    const { 'node_modules/@biomejs/cli-darwin-arm64': _left, ...packages } = lock.packages;
    expect(findMissing({ packages })).toEqual({
      'node_modules/@biomejs/cli-darwin-arm64': { version: expect.any(String), cpu: ['arm64'], dev: true, optional: true, os: ['darwin'] },
    });
  });

  it('names no address that packages come from', () => {
    expect(Object.values(lock.packages).filter((entry) => 'resolved' in entry && /^https?:/.test(String(entry.resolved)))).toEqual([]);
  });
});
