import { describe, expect, it } from 'vitest';
import { countTests, filesToSeeAgain, withSecondLook } from './test-report.mjs';

const file = (name: string, ...statuses: string[]) => ({
  name: `/somewhere/${name}.test.ts`,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ fullName: `${name} ${index}`, status })),
});
const broken = (name: string) => ({ ...file(name, 'skipped'), status: 'failed' });
const report = (...testResults: ReturnType<typeof file>[]) => ({ testResults });

describe('what a run of the tests amounts to', () => {
  it('is counted by tests; a file that could not be prepared is a failure', () => {
    expect(countTests(report(file('a', 'passed', 'failed'), broken('b'), file('c', 'passed', 'skipped')))).toEqual({
      passed: 2,
      failed: 2,
    });
  });

  it('has a few failed files seen again, each once, and none where much failed', () => {
    expect(filesToSeeAgain(report(file('a', 'failed'), file('a', 'failed'), broken('b'), file('c', 'passed')))).toEqual([
      '/somewhere/a.test.ts',
      '/somewhere/b.test.ts',
    ]);
    expect(filesToSeeAgain(report(...['a', 'b', 'c', 'd'].map((name) => file(name, 'failed'))))).toEqual([]);
  });

  it('takes the second look for the first, and names what failed only once', () => {
    const first = report(file('a', 'passed', 'failed', 'failed'), broken('b'), file('c', 'passed'));
    const second = report(file('a', 'passed', 'passed', 'failed'), file('b', 'passed'));
    const seen = withSecondLook(first, second);
    expect(countTests(seen.report)).toEqual({ passed: 4, failed: 1 });
    expect(seen.unsteady).toEqual(['a.test.ts: a 1', 'b.test.ts']);
  });
});
