import { writeFileSync } from 'node:fs';
import { RUN_END } from './test-report.mjs';

/** A Vitest reporter that records how the run ended. The JSON report lacks errors that belong to no test. */
export default class RunEndReporter {
  /**
   * @param {ReadonlyArray<unknown>} _modules
   * @param {ReadonlyArray<{ message?: string, VITEST_TEST_PATH?: string }>} errors
   * @param {string} reason
   */
  onTestRunEnd(_modules, errors, reason) {
    const found = errors.map(({ message = 'unknown', VITEST_TEST_PATH: file }) => ({ message, file }));
    writeFileSync(RUN_END, JSON.stringify({ reason, errors: found }));
  }
}
