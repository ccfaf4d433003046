import { describe, expect, it } from 'vitest';
import { LOAD_STEPS, type LoadProgress, type LoadStep, noteStep } from './load-progress.ts';

const NOTHING = Object.fromEntries(LOAD_STEPS.map((step) => [step, null])) as Record<LoadStep, null>;
const TICKETED: LoadProgress = { ...NOTHING, statusId: 1, ticketedAt: 1000 };

/** Applies the steps one after the other; refused steps change nothing. */
const noteAll = (steps: readonly [LoadStep, number][]) =>
  steps.reduce((progress: LoadProgress, [step, at]) => {
    const outcome = noteStep(progress, step, at);
    return outcome === 'out of order' ? progress : outcome.progress;
  }, TICKETED);

const STEPS: [LoadStep, number][] = LOAD_STEPS.slice(1).map((step, index) => [step, 2000 + index * 1000]);

describe("a load's progress", () => {
  it('TRK-07 goes through all six statuses, and then the truck leaves', () => {
    const done = noteAll(STEPS);
    expect(done).toMatchObject({ statusId: 6, ticketedAt: 1000, loadingAt: 2000, finishedAt: 6000, leaveJobAt: 7000 });
    expect(STEPS.map((_, index) => noteAll(STEPS.slice(0, index)).statusId)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('ends the same in any order of its events, however often they arrive', () => {
    const done = noteAll(STEPS);
    expect(noteAll(STEPS.toReversed())).toEqual(done);
    for (let turn = 0; turn < STEPS.length; turn += 1) {
      const turned = [...STEPS.slice(turn), ...STEPS, ...STEPS.slice(0, turn)];
      expect(noteAll(turned)).toEqual(done);
    }
  });

  it('POUR-01 is over when the truck leaves the job, and takes the finish that is reported later', () => {
    const left = noteAll([
      ['arrivedAt', 5000],
      ['leaveJobAt', 9000],
    ]);
    expect(left).toMatchObject({ statusId: 6, finishedAt: null, leaveJobAt: 9000 });
    expect(noteStep(left, 'finishedAt', 8000)).toMatchObject({ progress: { statusId: 6, finishedAt: 8000 }, isChanged: true });
  });

  it('never goes back, and sets each time once', () => {
    const arrived = noteAll([['arrivedAt', 5000]]);
    expect(
      noteAll([
        ['arrivedAt', 5000],
        ['leavePlantAt', 3000],
      ]),
    ).toMatchObject({ statusId: 4, leavePlantAt: 3000, arrivedAt: 5000 });
    expect(noteStep(arrived, 'arrivedAt', 4000)).toEqual({ progress: arrived, isChanged: false });
  });

  it('refuses a time that contradicts the others', () => {
    const arrived = noteAll([['arrivedAt', 5000]]);
    expect(noteStep(arrived, 'leavePlantAt', 6000)).toBe('out of order');
    expect(noteStep(arrived, 'finishedAt', 4000)).toBe('out of order');
    expect(noteStep(TICKETED, 'loadingAt', 500)).toBe('out of order');
  });
});
