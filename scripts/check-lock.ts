import { readFileSync } from 'node:fs';
import { findLockFaults, findUnnamedScripts } from './lib/lock.mjs';

// Part of `npm run check`: if the lock lists a native package without an integrity, it only installs on the machine that wrote it, and a
// package with an install script runs code on every machine.
const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const { packages } = read('package-lock.json');
const faults = findLockFaults(packages);
const scripts = findUnnamedScripts(packages, read('package.json').allowScripts);
for (const fault of [...faults, ...scripts]) console.error(fault);
if (faults.length > 0) console.error('Pin versions that are offered for both, then run `npm run lock:complete`.');
if (scripts.length > 0) console.error('Read the script first. Name the package with true to run it, or with false to install without it.');
process.exitCode = faults.length + scripts.length > 0 ? 1 : 0;
