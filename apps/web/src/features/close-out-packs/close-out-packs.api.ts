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

/** Returns the name of a pack's file. */
export function packFileName({ job, month }: Pick<PackRow, 'job' | 'month'>): string {
  return `Close-out_${(month ?? job ?? '').replace(/[^\p{L}\p{N}.-]+/gu, '_')}.zip`;
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
 * Returns the month that the form begins with: the suggested one, otherwise the last whole month. A suggestion without records is empty,
 * because a pack of another month would go unnoticed.
 */
export function firstChoice(months: readonly string[], suggested: string): string {
  if (suggested) return months.includes(suggested) ? suggested : '';
  return months[1] ?? months[0] ?? '';
}

/** Returns the job that a typed name means: exactly this name, one that is spelled like it, or one that is older than all that are listed. */
export function jobNamed(jobs: readonly { job: string }[], typed: string): string {
  const name = typed.trim();
  const isNamed = jobs.some(({ job }) => job === name);
  return isNamed ? name : (jobs.find(({ job }) => job.toLowerCase() === name.toLowerCase())?.job ?? name);
}
