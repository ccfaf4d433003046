import type { RequestOptions } from '@yardage/contract/order-requests';
import { dayAt } from '@yardage/domain/dates';
import { firstDayFor, quantityFault, startFaults } from '@yardage/domain/request-rules';
import type { Placement } from '@yardage/domain/request-states';
import type { PourBody } from './order-requests.api.ts';

/** The fields of the form, all as text. `job` is the id of an order of a known job, or `NEW_JOB`. */
export interface PourValues {
  job: string;
  jobName: string;
  jobAddress1: string;
  jobAddress2: string;
  /** Product and quote, as `mixKey` writes them. */
  mix: string;
  quantity: string;
  holdQuantity: string;
  day: string;
  startTime: string;
  intervalMinutes: string;
  yardsPerHour: string;
  placement: Placement;
  slump: string;
  admixtures: string;
  poNumber: string;
  contactName: string;
  contactPhone: string;
  notes: string;
}

export const NEW_JOB = 'new';

/** Names a mix of the options. */
export const mixKey = ({ productId, quoteId }: { productId: number; quoteId: number | null }): string => `${productId}.${quoteId ?? ''}`;

/** An earlier order that is requested again. */
export interface RepeatedOrder {
  id: number;
  job: string;
  address: string;
  mix: string;
  quoteNumber: string | null;
  qtyOrdered: number;
  interval: number | null;
  poNumber: string | null;
}

/** Returns the form as it opens: the last job, its mix, and the usual start on the first possible day. */
export function firstValues(options: RequestOptions, now: Date, repeated?: RepeatedOrder): PourValues {
  const { jobs, rules, timeZone, usualStart } = options;
  const values: PourValues = {
    job: NEW_JOB,
    jobName: '',
    jobAddress1: '',
    jobAddress2: '',
    mix: options.mixes[0] ? mixKey(options.mixes[0]) : '',
    quantity: '',
    holdQuantity: '',
    day: firstDayFor(usualStart, rules, { now, timeZone }, tomorrowOf(now, timeZone)) ?? '',
    startTime: usualStart,
    intervalMinutes: '',
    yardsPerHour: '',
    placement: 'chute',
    slump: '',
    admixtures: '',
    poNumber: '',
    contactName: options.contactName,
    contactPhone: options.contactPhone ?? '',
    notes: '',
  };
  if (repeated) return { ...values, ...valuesOfOrder(repeated, options) };
  return jobs[0] ? { ...values, ...valuesOfJob(jobs[0], options) } : values;
}

const DAY_MS = 86_400_000;
const tomorrowOf = (now: Date, timeZone: string): string => dayAt(new Date(now.getTime() + DAY_MS), timeZone);

/** Returns what choosing a job fills in: what was ordered there last. */
export function valuesOfJob(job: RequestOptions['jobs'][number], { mixes }: RequestOptions): Partial<PourValues> {
  const mix = mixes.find((each) => mixKey(each) === mixKey(job)) ?? mixes.find(({ productId }) => productId === job.productId);
  return {
    job: String(job.orderId),
    ...(mix && { mix: mixKey(mix) }),
    quantity: String(job.quantity),
    intervalMinutes: job.intervalMinutes ? String(job.intervalMinutes) : '',
    yardsPerHour: '',
    poNumber: job.poNumber ?? '',
  };
}

function valuesOfOrder(order: RepeatedOrder, { mixes }: RequestOptions): Partial<PourValues> {
  const same = mixes.filter(({ number, description }) => `${number} ${description}` === order.mix);
  const mix = same.find(({ quoteNumber }) => quoteNumber === order.quoteNumber) ?? same[0];
  return {
    job: String(order.id),
    ...(mix && { mix: mixKey(mix) }),
    quantity: String(order.qtyOrdered),
    intervalMinutes: order.interval ? String(order.interval) : '',
    poNumber: order.poNumber ?? '',
  };
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.replace(',', '.')));

/** Returns what can be said about the input before it is sent, by field. */
export function pourFaults(values: PourValues, { rules, timeZone }: RequestOptions, now: Date): Partial<Record<keyof PourValues, string>> {
  const quantity = quantityFault(numberOf(values.quantity), rules);
  return { ...startFaults(values, rules, { now, timeZone }), ...(quantity && { quantity }) };
}

/** Returns the form as the body of a request, without its key. */
export function bodyOf(values: PourValues): Omit<PourBody, 'requestKey'> {
  const [productId = '', quoteId = ''] = values.mix.split('.');
  const isNew = values.job === NEW_JOB;
  return {
    jobOrderId: isNew ? null : Number(values.job),
    jobName: isNew ? values.jobName : null,
    jobAddress1: isNew ? values.jobAddress1 : null,
    jobAddress2: isNew ? values.jobAddress2 : null,
    productId: Number(productId),
    quoteId: quoteId === '' ? null : Number(quoteId),
    quantity: numberOf(values.quantity) ?? 0,
    holdQuantity: numberOf(values.holdQuantity),
    day: values.day,
    startTime: values.startTime,
    intervalMinutes: numberOf(values.intervalMinutes),
    yardsPerHour: numberOf(values.yardsPerHour),
    placement: values.placement,
    slump: values.slump,
    admixtures: values.admixtures,
    poNumber: values.poNumber,
    contactName: values.contactName,
    contactPhone: values.contactPhone,
    notes: values.notes,
  };
}

/** A form that is kept until it is sent, with the key of the last try. */
export interface PourDraft {
  values: PourValues;
  tried?: { key: string; content: string };
}

/** Reads a draft. Whatever is not one is forgotten. */
export function readDraft(text: string): PourDraft | undefined {
  try {
    const { values, tried } = JSON.parse(text) as Partial<PourDraft>;
    if (typeof values !== 'object' || values === null || typeof values.mix !== 'string') return undefined;
    return { values, ...(tried && { tried }) };
  } catch {
    return undefined;
  }
}

/** Returns the draft with the key to send it with: the same one while the content is the same, also after a reload. */
export function withKey(draft: PourDraft, makeKey: () => string): PourDraft & { tried: { key: string; content: string } } {
  const content = JSON.stringify(bodyOf(draft.values));
  return { ...draft, tried: draft.tried?.content === content ? draft.tried : { key: makeKey(), content } };
}
