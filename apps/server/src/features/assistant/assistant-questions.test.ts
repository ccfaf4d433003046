import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AreaServices } from '#server/features/area';
import { AREAS } from '#server/features/areas';
import { askQuestionSet, type Judged } from '#server/testing/assistant/question-set';
import { openTestApp, type TestApp } from '#server/testing/test-app';

/** The share of questions that must be answered correctly. The others may be declined, but never answered wrongly. */
const MIN_RIGHT_SHARE = 0.95;
const MIN_QUESTIONS = 150;
let app: TestApp;
let judged: Judged[];

beforeAll(async () => {
  let services: AreaServices | undefined;
  const keep = (_bind: unknown, given: AreaServices) => {
    services = given;
  };
  app = await openTestApp({ areas: [...AREAS, keep] });
  judged = services ? await askQuestionSet(services) : [];
});
afterAll(() => app?.close());

const of = (...verdicts: Judged['verdict'][]) =>
  judged.filter(({ verdict }) => verdicts.includes(verdict)).map(({ as, text, said }) => `${as}: ${text} → ${said.split('\n')[0]}`);

describe('questions whose answers are known from the books', () => {
  it('AST-04 PER-06 gives no wrong answer', () => {
    expect(of('untrue')).toEqual([]);
  });

  it('AST-04 answers 95 % of them correctly', () => {
    expect(judged.length).toBeGreaterThanOrEqual(MIN_QUESTIONS);
    const share = of('right').length / judged.length;
    expect(share, of('declined', 'missed').join('\n')).toBeGreaterThanOrEqual(MIN_RIGHT_SHARE);
  });
});
