/** What tells jobs apart. */
export interface JobPlace {
  job: string;
  jobNumber: string | null;
  /** In one line. */
  jobAddress: string | null;
}

/** Returns the key of a job: its number, otherwise its name and address. The SQL function `job_key` has the same rule. */
export function jobKey({ job, jobNumber, jobAddress }: JobPlace): string {
  const name = jobNumber?.trim() ? `number ${jobNumber}` : `place ${job} ${jobAddress ?? ''}`;
  return name.toLowerCase().replace(/\s+/g, ' ').trim();
}
