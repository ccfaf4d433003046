import { DELIVERED_STATUS } from '@yardage/domain/tickets';

/** The timestamps of a load with their columns, in order: those of statuses 1 to 6, then the truck leaving the job. */
export const LOAD_STEP_COLUMNS = {
  ticketedAt: 'ticketed_at',
  loadingAt: 'loading_at',
  leavePlantAt: 'leave_plant_at',
  arrivedAt: 'arrived_at',
  pourStartedAt: 'pour_started_at',
  finishedAt: 'finished_at',
  leaveJobAt: 'leave_job_at',
} as const;
export type LoadStep = keyof typeof LOAD_STEP_COLUMNS;
export const LOAD_STEPS = Object.keys(LOAD_STEP_COLUMNS) as readonly LoadStep[];

/** The progress of a load. Times are in milliseconds, null if unknown. */
export type LoadProgress = { statusId: number } & Record<LoadStep, number | null>;

/** The result of applying an event. */
export type Outcome = { progress: LoadProgress; isChanged: boolean } | 'out of order';

/**
 * Records a step. Events may arrive late, twice or out of order: a time is set only once, a status never goes back, and only a time that
 * contradicts the others is refused.
 */
export function noteStep(progress: LoadProgress, step: LoadStep, at: number): Outcome {
  if (progress[step] !== null) return { progress, isChanged: false };
  const place = LOAD_STEPS.indexOf(step);
  const fits = LOAD_STEPS.every((other, index) => {
    const known = progress[other];
    return known === null || (index < place ? known <= at : known >= at);
  });
  if (!fits) return 'out of order';
  // A truck that leaves the job has unloaded there, even if the event that says so was lost.
  const reached = Math.min(DELIVERED_STATUS, place + 1);
  return { progress: { ...progress, [step]: at, statusId: Math.max(progress.statusId, reached) }, isChanged: true };
}
