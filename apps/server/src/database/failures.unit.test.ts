import { expect, it } from 'vitest';
import { isDiskFailure, isUnavailable } from './failures.ts';

const failure = (code: string) => Object.assign(new Error('failed'), { code });

it.each(['53100', '58030'])('RUN-10 a disk that is full or fails (%s) is "not now", and is counted as the disk', (code) => {
  expect(isUnavailable(failure(code))).toBe(true);
  expect(isDiskFailure(failure(code))).toBe(true);
});

it.each([
  ['53200', true],
  ['57P02', true],
  ['58P01', false],
  ['XX001', false],
])('RUN-10 %s: "not now" is %s, and it is not counted as a full disk', (code, isNotNow) => {
  expect(isUnavailable(failure(code))).toBe(isNotNow);
  expect(isDiskFailure(failure(code))).toBe(false);
});
