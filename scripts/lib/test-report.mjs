import { basename, join } from 'node:path';
import { ROOT } from './project.mjs';

/** Files for Vitest's JSON report, the end of the run and the names of flaky tests. */
export const REPORT = join(ROOT, '.cache/test-report.json');
export const RUN_END = join(ROOT, '.cache/test-run-end.json');
export const UNSTEADY = join(ROOT, 'test-results/unsteady.txt');

/** @typedef {{ fullName: string, status: string }} TestResult */
/** @typedef {{ name: string, status: string, assertionResults: TestResult[] }} FileResult */
/** @typedef {{ testResults: FileResult[] }} TestReport output of Vitest's JSON reporter; a file appears once per project */
/** @typedef {{ message: string, file?: string | undefined }} OuterError an error that belongs to no test; its file, if Vitest knows it */
/** @typedef {{ reason: string, errors: OuterError[] }} RunEnd what the run reported outside its tests */
/** @typedef {{ code: number, report: TestReport | undefined, end: RunEnd | undefined }} Run */

/** A busy machine does not explain more failed files than this. */
const MAX_FILES_RUN_AGAIN = 3;

/**
 * Counts tests. A file that failed without a failed test, because it could not be loaded or prepared, counts as one failure.
 * @param {TestReport} report
 * @returns {{ passed: number, failed: number }}
 */
export function countTests(report) {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const count = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length;
  return { passed: count('passed'), failed: count('failed') + report.testResults.filter(isBroken).length };
}

/**
 * Returns the failed files to run once more on their own. Empty if nothing failed, if too much failed, or if the run broke for another
 * reason than a failed test (an interruption, a crash, an unhandled error). An unhandled error in a file that failed is a part of that
 * failure: a test that fails leaves promises behind which nobody awaits any more.
 * @param {Run} run
 * @returns {string[]}
 */
export function filesToRunAgain({ report, end }) {
  const failed = new Set(report?.testResults.filter((file) => file.status === 'failed').map((file) => file.name));
  if (!report || !isWhole(end, failed)) return [];
  return failed.size <= MAX_FILES_RUN_AGAIN ? [...failed] : [];
}

/**
 * Returns whether nothing went wrong outside the tests and the given files.
 * @param {RunEnd | undefined} end
 * @param {Set<string>} [except]
 */
function isWhole(end, except = new Set()) {
  return end !== undefined && end.reason !== 'interrupted' && end.errors.every(({ file }) => file !== undefined && except.has(file));
}

/**
 * Combines a run with the second run of its failed files, if there was one. Tests that failed only in the first run count as passed
 * and are listed. A run that broke outside its tests has at least one failure.
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
  const runAgain = new Set(last === first ? [] : last.report?.testResults.map((file) => file.name));
  const isBrokenRun = failed === 0 && (last.code !== 0 || !isWhole(first.end, runAgain));
  return { passed, failed: isBrokenRun ? 1 : failed, unsteady };
}

/**
 * Replaces the first report's files with those of the second, and lists what failed only in the first.
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
