import { join } from 'node:path';
import { capture } from './processes.mjs';
import { findNode, ROOT } from './project.mjs';

/** The checks that do not run the product. Each is one command whose exit code decides. */
const CHECKS = [
  // Every checker computes the types of the contract itself: on two cores, four per project (the default) took three times as long as one.
  // So the packages are a part of the server's project, and the tools read its declarations instead of checking its files once more.
  { name: 'types', program: 'typescript/bin/tsc', args: ['-b', '--checkers', '1', '--builders', '3'] },
  { name: 'lint', program: '@biomejs/biome/bin/biome', args: ['ci', '--error-on-warnings', '--colors=off'] },
  { name: 'import rules', program: '../scripts/check-imports.ts', args: [] },
  { name: 'messages', program: '../scripts/check-messages.ts', args: [] },
  { name: 'lock', program: '../scripts/check-lock.ts', args: [] },
  { name: 'unused code', program: 'knip/bin/knip.js', args: ['--no-config-hints'] },
];

/** @typedef {{ name: string, isPassed: boolean, seconds: number, output: string }} CheckResult */

/**
 * Runs all checks, two at a time, and reports each as it ends.
 * @param {(result: CheckResult) => void} report
 * @returns {Promise<CheckResult[]>}
 */
export async function runChecks(report) {
  const waiting = [...CHECKS];
  /** @type {CheckResult[]} */
  const results = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAt = Date.now();
      const { code, output } = await capture(findNode(), [join(ROOT, 'node_modules', check.program), ...check.args]);
      const result = { name: check.name, isPassed: code === 0, seconds: (Date.now() - startedAt) / 1000, output };
      results.push(result);
      report(result);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

/** Returns one line for a check, followed by its output if it failed. @param {CheckResult} result */
export function describeCheck({ name, isPassed, seconds, output }) {
  const line = `${isPassed ? 'passed' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)`;
  return isPassed ? line : `${line}\n${output.trimEnd()}\n`;
}
