/** The facts by which jobs are distinguished. */
export interface JobPlace {
  job: string;
  jobNumber: string | null;
  /** The address in one line. */
  jobAddress: string | null;
}

/** Returns the key of a job: its number, otherwise its name and address. The SQL function `job_key` has the same rule. */
export function jobKey({ job, jobNumber, jobAddress }: JobPlace): string {
  const name = jobNumber?.trim() ? `number ${jobNumber}` : `place ${job} ${jobAddress ?? ''}`;
  return spelled(name);
}

/** Returns for jobs that share their name what distinguishes them, their number or address, by their keys. Other jobs are left out. */
export function placesOfNamesakes(jobs: readonly JobPlace[]): Map<string, string> {
  // In reverse, because a later entry of a Map replaces an earlier one, and the first spelling should stay.
  const byKey = new Map(jobs.toReversed().map((each) => [jobKey(each), each] as const));
  const named = Map.groupBy(byKey, ([, { job }]) => spelled(job));
  const namesakes = [...named.values()].filter(({ length }) => length > 1).flat();
  return new Map(namesakes.map(([key, { jobNumber, jobAddress }]) => [key, jobNumber?.trim() || jobAddress || '']));
}

/** Capitals and spaces do not matter. */
function spelled(name: string): string {
  return name.toLowerCase().replace(/\s+/g, ' ').trim();
}
