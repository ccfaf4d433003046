import { type JobPlace, jobKey, placesOfNamesakes } from '@yardage/domain/job-key';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';

/** What an answer knows of a job. The name is null for records without one. */
export type NamedJob = Omit<JobPlace, 'job'> & { job: string | null };

/** Returns how jobs of an answer are called. A name that several of them have is followed by the job's number or address. */
export function jobNames(jobs: readonly NamedJob[]): (job: NamedJob) => string {
  const places = placesOfNamesakes(jobs.flatMap(({ job, ...place }) => (job === null ? [] : [{ ...place, job }])));
  return ({ job, ...of }) => {
    if (job === null) return MESSAGES.invoiced.noJob;
    const place = places.get(jobKey({ ...of, job }));
    return place ? MESSAGES.jobAt(job, place) : job;
  };
}
