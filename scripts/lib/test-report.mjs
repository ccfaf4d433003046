import { basename, join } from 'node:path';
import { ROOT } from './project.mjs';

/** Where Vitest's JSON report, the end of the run and the names of unsteady tests are written. */
export const REPORT = join(ROOT, '.cache/test-report.json');
export const RUN_END = join(ROOT, '.cache/test-run-end.json');
export const UNSTEADY = join(ROOT, 'test-results/unsteady.txt');

/** @typedef {{ fullName: string, status: string }} TestResult */
/** @typedef {{ name: string, status: string, assertionResults: TestResult[] }} FileResult */
/** @typedef {{ testResults: FileResult[] }} TestReport what Vitest's JSON reporter writes; a file appears once per project */
/** @typedef {{ reason: string, errors: string[] }} RunEnd what the run itself reported beside its tests */
/** @typedef {{ code: number, report: TestReport | undefined, end: RunEnd | undefined }} Run */

/** More failed files than this are not explained by a busy machine. */
const MAX_FILES_RUN_AGAIN = 3;

/**
 * A file that failed while none of its tests did, because it could not be loaded or prepared, counts as one failure.
 * @param {TestReport} report
 * @returns {{ passed: number, failed: number }}
 */
export function countTests(report) {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const count = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length;
  return { passed: count('passed'), failed: count('failed') + report.testResults.filter(isBroken).length };
}

/**
 * The failed files to run once more by themselves. Empty where nothing failed, where too much did, and where the run broke for another
 * reason than a failed test (an unhandled error, an interruption, a crash).
 * @param {Run} run
 * @returns {string[]}
 */
export function filesToRunAgain({ report, end }) {
  if (!report || !isWhole(end)) return [];
  const failed = [...new Set(report.testResults.filter((file) => file.status === 'failed').map((file) => file.name))];
  return failed.length <= MAX_FILES_RUN_AGAIN ? failed : [];
}

/** Whether nothing went wrong outside the tests. @param {RunEnd | undefined} end */
function isWhole(end) {
  return end !== undefined && end.errors.length === 0 && end.reason !== 'interrupted';
}

/**
 * Adds up a run and, where there was one, the second run of its failed files. Tests that failed only in the first run count as passed and are listed.
 * A run that broke outside its tests has at least one failure.
 * @param {Run} first
 * @param {Run} [second]
 * @returns {{ passed: number, failed: number, unsteady: string[] }}
 */
export function sumUp(first, second) {
  if (!first.report) return { passed: 0, failed: 1, unsteady: [] };
  const last = second?.report && isWhole(second.end) ? second : first;
  const { report, unsteady } =
    last.report && last !== first ? withSecondRun(first.report, last.report) : { report: first.report, unsteady: [] };
  const { passed, failed } = countTests(report);
  const isBrokenRun = failed === 0 && (last.code !== 0 || !isWhole(first.end));
  return { passed, failed: isBrokenRun ? 1 : failed, unsteady };
}

/**
 * The first report with the second's files in place of its own, and what failed in the first alone.
 * @param {TestReport} first
 * @param {TestReport} second
 * @returns {{ report: TestReport, unsteady: string[] }}
 */
function withSecondRun(first, second) {
  const runAgain = new Set(second.testResults.map((file) => file.name));
  const testResults = [...first.testResults.filter((file) => !runAgain.has(file.name)), ...second.testResults];
  const failedAgain = new Set(failures(second));
  const unsteady = failures(first).filter((name) => !failedAgain.has(name));
  return { report: { testResults }, unsteady: [...new Set(unsteady)] };
}

/**
 * @param {TestReport} report
 * @returns {string[]}
 */
function failures(report) {
  return report.testResults.flatMap((file) => {
    const name = basename(file.name);
    if (isBroken(file)) return [name];
    return file.assertionResults.filter((test) => test.status === 'failed').map((test) => `${name}: ${test.fullName}`);
  });
}

/** @param {FileResult} file */
function isBroken(file) {
  return file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed');
}
