/** The moments of a load in the order in which it reaches them: statuses 1 to 6, and the truck's leaving. */
export const LOAD_STEPS = ['ticketedAt', 'loadingAt', 'leavePlantAt', 'arrivedAt', 'pourStartedAt', 'finishedAt', 'leaveJobAt'] as const;
export type LoadStep = (typeof LOAD_STEPS)[number];

/** How far a load is; moments in milliseconds, null where nobody told them. */
export type LoadProgress = { statusId: number } & Record<LoadStep, number | null>;

/** What became of an event. */
export type Outcome = { progress: LoadProgress; isChanged: boolean } | 'out of order';

/**
 * Takes note of a step. It may come late, twice or before those that preceded it: a moment is set once, a status never goes back, and only
 * a time that contradicts the others is refused.
 */
export function noteStep(progress: LoadProgress, step: LoadStep, at: number): Outcome {
  if (progress[step] !== null) return { progress, isChanged: false };
  const place = LOAD_STEPS.indexOf(step);
  const fits = LOAD_STEPS.every((other, index) => {
    const known = progress[other];
    return known === null || (index < place ? known <= at : known >= at);
  });
  if (!fits) return 'out of order';
  const reached = step === 'leaveJobAt' ? progress.statusId : place + 1;
  return { progress: { ...progress, [step]: at, statusId: Math.max(progress.statusId, reached) }, isChanged: true };
}
