import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { describeCheck, runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { show } from './lib/processes.mjs';
import { findNode, main, ROOT } from './lib/project.mjs';
import { countTests, filesToSeeAgain, withSecondLook } from './lib/test-report.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

const REPORT = join(ROOT, '.cache/test-report.json');

/** @typedef {import('./lib/checks.mjs').CheckResult} CheckResult */

// `npm test`: everything. What follows `--` goes to Vitest, as in `npm test -- orders`. Runs on Node.js 20 with nothing installed.
await main(async () => {
  await ensureInstalled();
  /** @param {CheckResult} result */
  const report = (result) => process.stdout.write(`${describeCheck(result)}\n`);
  const [checks, browser, build] = await Promise.all([
    runChecks(report),
    attempt('browser', ensureBrowser, report),
    attempt('web build', ensureWebBuilt, report),
  ]);
  const tests = await runTests(build.result.isPassed ? browser.value : undefined, process.argv.slice(2));
  const steps = [...checks, browser.result, build.result];
  const passed = steps.filter(({ isPassed }) => isPassed).length + tests.passed;
  const failed = steps.length + tests.passed + tests.failed - passed;
  const failedSteps = steps.filter(({ isPassed }) => !isPassed);
  for (const step of failedSteps) process.stdout.write(`FAILED  ${step.name}\n`);
  for (const name of tests.unsteady) process.stdout.write(`UNSTEADY  ${name} (failed beside the others, passed by itself)\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
});

/**
 * A step that is a function of ours; its fault is its output.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {(result: CheckResult) => void} report
 * @returns {Promise<{ result: CheckResult, value: T | undefined }>}
 */
async function attempt(name, work, report) {
  const startedAt = Date.now();
  let value;
  let output = '';
  try {
    value = await work();
  } catch (error) {
    output = error instanceof Error ? error.message : String(error);
  }
  const result = { name, isPassed: output === '', seconds: (Date.now() - startedAt) / 1000, output };
  report(result);
  return { result, value };
}

/**
 * Runs Vitest and counts from its report. What fails in few files is seen once more, by itself, after everything else has ended; what
 * passes then is told by name. A run that broke without a failed test counts as one failure.
 * @param {string | undefined} browserPath
 * @param {string[]} args
 * @returns {Promise<{ passed: number, failed: number, unsteady: string[] }>}
 */
async function runTests(browserPath, args) {
  const first = await runVitest(browserPath, args);
  if (!first.report) return { passed: 0, failed: 1, unsteady: [] };
  const files = args.length === 0 ? filesToSeeAgain(first.report) : [];
  const second = files.length > 0 ? await runVitest(browserPath, files) : undefined;
  const last = second?.report ? { code: second.code, ...withSecondLook(first.report, second.report) } : { ...first, unsteady: [] };
  const { passed, failed } = countTests(last.report ?? first.report);
  return { passed, failed: last.code !== 0 && failed === 0 ? 1 : failed, unsteady: last.unsteady };
}

/**
 * @param {string | undefined} browserPath
 * @param {string[]} args
 * @returns {Promise<{ code: number, report: import('./lib/test-report.mjs').TestReport | undefined }>}
 */
async function runVitest(browserPath, args) {
  rmSync(REPORT, { force: true });
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  // Without a browser or an app to show in it that step has failed already; the other tests still have something to say.
  if (!browserPath) options.push('--project=!browser');
  const code = await show(findNode(), [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...options, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...(browserPath ? { CHROME_PATH: browserPath } : {}) },
  });
  return { code, report: existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : undefined };
}
