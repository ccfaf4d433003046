import { writeFileSync } from 'node:fs';
import { RUN_END } from './test-report.mjs';

/** A Vitest reporter that records how the run ended. The JSON report lacks errors that belong to no test. */
export default class RunEndReporter {
  /**
   * @param {ReadonlyArray<unknown>} _modules
   * @param {ReadonlyArray<{ message?: string }>} errors
   * @param {string} reason
   */
  onTestRunEnd(_modules, errors, reason) {
    writeFileSync(RUN_END, JSON.stringify({ reason, errors: errors.map(({ message }) => message ?? 'unknown') }));
  }
}
