import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { describeCheck, runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { show } from './lib/processes.mjs';
import { findNode, main, ROOT } from './lib/project.mjs';
import { filesToRunAgain, REPORT, RUN_END, sumUp, UNSTEADY } from './lib/test-report.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

const RUN_END_REPORTER = join(ROOT, 'scripts/lib/run-end-reporter.mjs');

/** @typedef {import('./lib/checks.mjs').CheckResult} CheckResult */

// `npm test`: everything. Arguments after `--` go to Vitest, as in `npm test -- orders`. Runs on Node.js 20 with nothing installed.
await main(async () => {
  /** @param {CheckResult} result */
  const report = (result) => process.stdout.write(`${describeCheck(result)}\n`);
  // Beside the packages: half of either time is waiting for the network.
  const ensuring = attempt('browser', ensureBrowser, report);
  await ensureInstalled();
  const [checks, browser, build] = await Promise.all([runChecks(report), ensuring, attempt('web build', ensureWebBuilt, report)]);
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
 * Runs one of our functions as a step; its error becomes the output.
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
 * Runs Vitest and counts from its report. If only a few files failed, they run once more on their own after everything else.
 * @param {string | undefined} browserPath
 * @param {string[]} args
 * @returns {Promise<{ passed: number, failed: number, unsteady: string[] }>}
 */
async function runTests(browserPath, args) {
  rmSync(dirname(UNSTEADY), { recursive: true, force: true });
  const first = await runVitest(browserPath, args);
  const files = args.length === 0 ? filesToRunAgain(first) : [];
  const result = sumUp(first, files.length > 0 ? await runVitest(browserPath, files) : undefined);
  mkdirSync(dirname(UNSTEADY), { recursive: true });
  writeFileSync(UNSTEADY, result.unsteady.map((name) => `${name}\n`).join(''));
  return result;
}

/**
 * @param {string | undefined} browserPath
 * @param {string[]} args
 * @returns {Promise<import('./lib/test-report.mjs').Run>}
 */
async function runVitest(browserPath, args) {
  for (const path of [REPORT, RUN_END]) rmSync(path, { force: true });
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`, `--reporter=${RUN_END_REPORTER}`];
  // Without a browser or a built app that step has already failed; the other tests still run.
  if (!browserPath) options.push('--project=!browser');
  const code = await show(findNode(), [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...options, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...(browserPath ? { CHROME_PATH: browserPath } : {}) },
  });
  return { code, report: readJson(REPORT), end: readJson(RUN_END) };
}

/** @param {string} path */
function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
