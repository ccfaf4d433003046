import { readFileSync } from 'node:fs';
import { findLockFaults } from './lib/lock.mjs';

// Part of `npm run check`: if the lock lists a native package without an integrity, it only installs on the machine that wrote it.
const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const faults = findLockFaults(packages);
for (const fault of faults) console.error(fault);
if (faults.length > 0) console.error('Pin versions that are offered for both, then run `npm run lock:complete`.');
process.exitCode = faults.length > 0 ? 1 : 0;
