import { describe, expect, it } from 'vitest';
import { countTests, filesToRunAgain, sumUp } from './test-report.mjs';

const file = (name: string, ...statuses: string[]) => ({
  name: `/somewhere/${name}.test.ts`,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ fullName: `${name} ${index}`, status })),
});
const broken = (name: string) => ({ ...file(name, 'skipped'), status: 'failed' });
const report = (...testResults: ReturnType<typeof file>[]) => ({ testResults });
const run = (testResults: ReturnType<typeof file>[], errors: { message: string; file?: string }[] = [], reason = 'failed') => ({
  code: testResults.some(({ status }) => status === 'failed') || errors.length > 0 ? 1 : 0,
  report: report(...testResults),
  end: { reason, errors },
});
const LOST = { message: 'connection lost' };

describe('the result of a test run', () => {
  it('counts tests; a file that could not be prepared is one failure', () => {
    expect(countTests(report(file('a', 'passed', 'failed'), broken('b'), file('c', 'passed', 'skipped')))).toEqual({
      passed: 2,
      failed: 2,
    });
  });

  it('reruns a few failed files once each, and none if many failed', () => {
    expect(filesToRunAgain(run([file('a', 'failed'), file('a', 'failed'), broken('b'), file('c', 'passed')]))).toEqual([
      '/somewhere/a.test.ts',
      '/somewhere/b.test.ts',
    ]);
    expect(filesToRunAgain(run(['a', 'b', 'c', 'd'].map((name) => file(name, 'failed'))))).toEqual([]);
  });

  it('uses the second result of a file, and lists what failed only once', () => {
    const first = run([file('a', 'passed', 'failed', 'failed'), broken('b'), file('c', 'passed')]);
    const second = run([file('a', 'passed', 'passed', 'failed'), file('b', 'passed')]);
    expect(sumUp(first, second)).toEqual({ passed: 4, failed: 1, unsteady: ['a.test.ts: a 1', 'b.test.ts'] });
  });

  it('does not rerun, and fails, if the first run broke outside its tests', () => {
    for (const at of [undefined, '/somewhere/b.test.ts']) {
      const withError = run([file('a', 'failed'), file('b', 'passed')], [{ ...LOST, ...(at && { file: at }) }]);
      expect(filesToRunAgain(withError)).toEqual([]);
      expect(sumUp(withError)).toMatchObject({ failed: 1 });
    }
    const onlyError = run([file('b', 'passed')], [LOST]);
    expect(sumUp(onlyError)).toMatchObject({ passed: 1, failed: 1 });
    expect(filesToRunAgain(run([file('a', 'failed')], [], 'interrupted'))).toEqual([]);
    expect(filesToRunAgain({ ...run([file('a', 'failed')]), end: undefined })).toEqual([]);
    // A second run does not undo an error outside the first run's tests.
    expect(sumUp(onlyError, run([file('b', 'passed')]))).toMatchObject({ failed: 1 });
  });

  it('takes an unhandled error in a failed file for a part of its failure', () => {
    const first = run([file('a', 'failed'), file('b', 'passed')], [{ ...LOST, file: '/somewhere/a.test.ts' }]);
    expect(filesToRunAgain(first)).toEqual(['/somewhere/a.test.ts']);
    expect(sumUp(first, run([file('a', 'passed')]))).toEqual({ passed: 2, failed: 0, unsteady: ['a.test.ts: a 0'] });
    expect(sumUp(first, run([file('a', 'failed')]))).toEqual({ passed: 1, failed: 1, unsteady: [] });
  });

  it('keeps the first result if the second run broke', () => {
    const first = run([file('a', 'failed'), file('b', 'passed')]);
    expect(sumUp(first, run([file('a', 'passed')], [LOST]))).toEqual({ passed: 1, failed: 1, unsteady: [] });
    expect(sumUp(first, { code: 1, report: undefined, end: undefined })).toEqual({ passed: 1, failed: 1, unsteady: [] });
  });
});
