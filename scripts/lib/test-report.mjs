import { basename } from 'node:path';

/** @typedef {{ fullName: string, status: string }} TestResult */
/** @typedef {{ name: string, status: string, assertionResults: TestResult[] }} FileResult */
/** @typedef {{ testResults: FileResult[] }} TestReport what Vitest's JSON reporter writes; a file stands in it once a project */

/** What fails in more files than this is no chance. */
const MAX_FILES_SEEN_AGAIN = 3;

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
 * Files to look at once more by themselves; none where nothing failed or too much did.
 * @param {TestReport} report
 * @returns {string[]}
 */
export function filesToSeeAgain(report) {
  const failed = [...new Set(report.testResults.filter((file) => file.status === 'failed').map((file) => file.name))];
  return failed.length <= MAX_FILES_SEEN_AGAIN ? failed : [];
}

/**
 * The first report with the files of the second in their stead, and what failed in the first alone.
 * @param {TestReport} first
 * @param {TestReport} second
 * @returns {{ report: TestReport, unsteady: string[] }}
 */
export function withSecondLook(first, second) {
  const seenAgain = new Set(second.testResults.map((file) => file.name));
  const testResults = [...first.testResults.filter((file) => !seenAgain.has(file.name)), ...second.testResults];
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
