import {
  cancelPack,
  createPack,
  deletePack,
  downloadPack,
  getPackOptions,
  listPacks,
  type PackKind,
  type PackRow,
  retryPack,
} from '@yardage/contract/close-out-packs';
import type { Answer } from '@yardage/contract/endpoint';
import { jobKey } from '@yardage/domain/job-key';
import { currentLocale } from '@yardage/messages/messages';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, ofCustomer, whileLive } from '#web/lib/query/endpoint-query.ts';
import { PACKS_MESSAGES as MESSAGES } from './close-out-packs.messages.ts';

const POLL_MS = 1500;

/** Whether a pack waits or is being made. */
export const isBusy = ({ state }: Pick<PackRow, 'state'>): boolean => state === 'queued' || state === 'running';

export function packOptionsQuery(customer: CustomerKey) {
  return endpointQuery(getPackOptions, ofCustomer(customer), { failureText: MESSAGES.loadFailed });
}

/** The user's packs, read again while one is being made. */
export function packsQuery(customer: CustomerKey) {
  return {
    ...endpointQuery(listPacks, ofCustomer(customer), { failureText: MESSAGES.loadFailed }),
    staleTime: 0,
    refetchInterval: whileLive((packs: PackRow[]) => packs.some(isBusy), POLL_MS),
  };
}

/** What a pack is made of. */
export interface PackChoice {
  kind: PackKind;
  job?: string;
  jobNumber?: string;
  jobAddress?: string;
  month?: string;
}

export function makePack(customer: CustomerKey, body: PackChoice, attempt: Attempt) {
  return api.call(createPack, { ...ofCustomer(customer), body }, { attempt });
}

export type PackChange = 'cancel' | 'retry' | 'delete';
const CHANGES = { cancel: cancelPack, retry: retryPack, delete: deletePack } as const;

/** Cancels, retries or deletes a pack. */
export async function changePack(customer: CustomerKey, packId: number, change: PackChange, attempt: Attempt): Promise<void> {
  await api.call(CHANGES[change], ofCustomer(customer, { packId }), { attempt });
}

export function fetchPack(customer: CustomerKey, packId: number, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<Blob> {
  return api.download(downloadPack, ofCustomer(customer, { packId }), { signal, onBytes });
}

/** `October 2026`, in the user's language. */
export function monthName(month: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** Returns what a pack is called. */
export function packName({ job, month }: Pick<PackRow, 'job' | 'month'>): string {
  return month ? monthName(month) : (job ?? '');
}

/** Returns what distinguishes a pack from packs of other jobs with the same name. */
export function packPlace({ jobNumber, jobAddress }: Pick<PackRow, 'jobNumber' | 'jobAddress'>): string {
  return jobNumber ?? jobAddress ?? '';
}

/** Returns the full name of a pack, for places that do not show the number or address of its job. */
export function packTitle(pack: PackRow): string {
  return packPlace(pack) ? MESSAGES.jobAt(packName(pack), packPlace(pack)) : packName(pack);
}

/** Returns the name of a pack's file. */
export function packFileName({ job, jobNumber, month }: Pick<PackRow, 'job' | 'jobNumber' | 'month'>): string {
  return `Close-out_${(month ?? [job, jobNumber].filter(Boolean).join('_')).replace(/[^\p{L}\p{N}.-]+/gu, '_')}.zip`;
}

/** Returns all months between two, the latest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let [year, month] = last.split('-').map(Number) as [number, number]; ; ) {
    const name = `${year}-${String(month).padStart(2, '0')}`;
    if (name < first) return months;
    months.push(name);
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
  }
}

/**
 * Returns the month that the form begins with: the suggested one, otherwise the last one with records that is over. A suggestion without
 * records is empty, because a pack of another month would go unnoticed.
 */
export function firstChoice(months: readonly string[], suggested: string, today: string): string {
  if (suggested) return months.includes(suggested) ? suggested : '';
  return months.find((month) => month < today.slice(0, 7)) ?? months[0] ?? '';
}

type ListedJob = Pick<Answer<typeof getPackOptions>['jobs'][number], 'job' | 'jobNumber' | 'address'>;

/** Returns the jobs with what they are called in the form: their name, and if several have it, also their number or address. */
export function labelledJobs(jobs: readonly ListedJob[]): (ListedJob & { label: string })[] {
  const named = Map.groupBy(jobs, ({ job }) => job);
  return jobs.map((each) => {
    const isAlone = named.get(each.job)?.length === 1;
    return { ...each, label: isAlone ? each.job : MESSAGES.jobAt(each.job, each.jobNumber ?? each.address) };
  });
}

/** Returns the jobs that a typed text means: those of exactly this label or name, otherwise those that are spelled like it. */
function jobsNamed(jobs: readonly ListedJob[], typed: string): ListedJob[] {
  const text = typed.trim();
  const labelled = labelledJobs(jobs);
  const same = (spelled: string): boolean => spelled.toLowerCase() === text.toLowerCase();
  const meanings = [
    labelled.filter(({ label }) => label === text),
    labelled.filter(({ job }) => job === text),
    labelled.filter(({ label }) => same(label)),
    labelled.filter(({ job }) => same(job)),
  ];
  return meanings.find((found) => found.length > 0) ?? [];
}

/** What the page that leads to the form suggests. */
export interface SuggestedPack {
  job: string;
  jobNumber: string;
  jobAddress: string;
  month: string;
}

/** Returns what the form shows for the suggested job. */
export function suggestedLabel(jobs: readonly ListedJob[], suggested: SuggestedPack): string {
  const key = jobKey(suggested);
  return labelledJobs(jobs).find(({ address, ...each }) => jobKey({ ...each, jobAddress: address }) === key)?.label ?? suggested.job;
}

/** Returns the job to make a pack of; undefined if the text means several. A job that is older than all that are listed has a name only. */
export function chosenJob(jobs: readonly ListedJob[], typed: string, suggested: SuggestedPack): PackChoice | undefined {
  const [found, other] = jobsNamed(jobs, typed);
  if (other) return undefined;
  const job = found?.job ?? typed.trim();
  const isSuggested = !found && job === suggested.job;
  const jobNumber = found ? found.jobNumber : isSuggested && suggested.jobNumber;
  const jobAddress = found ? found.address : isSuggested && suggested.jobAddress;
  return { kind: 'job', job, ...(jobNumber ? { jobNumber } : jobAddress ? { jobAddress } : {}) };
}
