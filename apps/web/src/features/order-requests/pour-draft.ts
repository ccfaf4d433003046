import type { RequestDetail, RequestOptions } from '@yardage/contract/order-requests';
import { addDays, dayAt, formatShortDay } from '@yardage/domain/dates';
import { ORDER_TYPE, type OrderType } from '@yardage/domain/orders';
import { readNumber } from '@yardage/domain/quantities';
import { firstDayFor, holdFault, numberFault, quantityFault, startFaults } from '@yardage/domain/request-rules';
import { type Placement, UNLOADINGS_OF, type Unloading } from '@yardage/domain/request-states';
import type { PourBody } from './order-requests.api.ts';
import { ORDER_REQUESTS_MESSAGES as MESSAGES } from './order-requests.messages.ts';

/** The fields of the form, all as text. `job` is the id of an order of a known job, or `NEW_JOB`. */
export interface PourValues {
  job: string;
  jobName: string;
  jobAddress1: string;
  jobAddress2: string;
  /** Product and quote, as `mixKey` writes them. The product decides the material. */
  mix: string;
  quantity: string;
  /** Block is counted in pieces or pallets. */
  unit: 'pieces' | 'pallets';
  holdQuantity: string;
  day: string;
  startTime: string;
  intervalMinutes: string;
  yardsPerHour: string;
  placement: Placement;
  isPickedUp: boolean;
  /** The plant where it is picked up. */
  plantId: string;
  unloading: Unloading | '';
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

/** An earlier order. */
interface EarlierOrder {
  id: number;
  job: string;
  address: string;
  mix: string;
  quoteNumber: string | null;
  qtyOrdered: number;
  interval: number | null;
  poNumber: string | null;
}

/** What is requested again: an earlier order, or a request that ended without one. */
export type Repeated = { order: EarlierOrder; request?: never } | { request: RequestDetail; order?: never };

/** Returns a text that identifies the order or request that is repeated. */
export const repeatedKey = (repeated: Repeated | undefined): string =>
  repeated?.request ? `request ${repeated.request.id}` : (repeated?.order?.id.toString() ?? '');

/** Returns the form as it opens: the last job, its mix, and the usual start on the first possible day. */
export function firstValues(options: RequestOptions, now: Date, repeated?: Repeated): PourValues {
  const [job] = options.jobs;
  const values: PourValues = {
    job: NEW_JOB,
    jobName: '',
    jobAddress1: '',
    jobAddress2: '',
    mix: options.mixes[0] ? mixKey(options.mixes[0]) : '',
    quantity: '',
    unit: 'pieces',
    holdQuantity: '',
    day: '',
    startTime: '',
    intervalMinutes: '',
    yardsPerHour: '',
    placement: 'chute',
    isPickedUp: false,
    plantId: '',
    unloading: '',
    slump: '',
    admixtures: '',
    poNumber: '',
    contactName: options.contactName,
    contactPhone: options.contactPhone ?? '',
    notes: '',
  };
  const filled = { ...values, ...(repeated ? valuesOfRepeated(repeated, options) : job ? valuesOfJob(job, options) : {}) };
  const start = startOf(materialOf(filled, options), options.timeZone, now);
  const unloading = repeated?.request?.unloading ?? (repeated?.order && options.repeated?.unloading);
  return { ...filled, ...start, ...(unloading && { unloading }) };
}

const valuesOfRepeated = ({ order, request }: Repeated, options: RequestOptions): Partial<PourValues> =>
  request ? valuesOfRequest(request, options) : valuesOfOrder(order, options);

type Material = RequestOptions['materials'][number];
type Mix = RequestOptions['mixes'][number];

const chosenMix = ({ mix }: Pick<PourValues, 'mix'>, { mixes }: RequestOptions): Mix | undefined =>
  mixes.find((each) => mixKey(each) === mix) ?? mixes.find(({ productId }) => mix.startsWith(`${productId}.`));

/** Whether the product of the values can be requested. One of a draft or of an earlier order may not be offered any more. */
export const isMixOffered = (values: Pick<PourValues, 'mix'>, options: RequestOptions): boolean => chosenMix(values, options) !== undefined;

/** Returns the material of the chosen product, with its rules, and the product. While none is chosen, those that were ordered last. */
export function materialOf(values: Pick<PourValues, 'mix'>, options: RequestOptions): Material & { mix: Mix } {
  const mix = chosenMix(values, options) ?? options.mixes[0];
  const material = options.materials.find(({ orderType }) => orderType === mix?.orderType);
  if (!mix || !material) throw new Error('there is nothing to request');
  return { ...material, mix };
}

/** The usual start of a material on its first possible day, tomorrow at the earliest. */
function startOf({ usualStart, rules, orderType }: Material, timeZone: string, now: Date): Partial<PourValues> {
  const day = firstDayFor(usualStart, rules, { now, timeZone }, addDays(dayAt(now, timeZone), 1)) ?? '';
  return { day, startTime: usualStart, unloading: UNLOADINGS_OF[orderType][0] ?? '' };
}

/** Returns what choosing another material changes: what was ordered of it last, where and when. */
export function valuesOfMaterial(orderType: OrderType, options: RequestOptions, now: Date): Partial<PourValues> {
  const job = options.jobs.find((each) => each.orderType === orderType);
  const mix = options.mixes.find((each) => each.orderType === orderType);
  const values = { quantity: '', intervalMinutes: '', unit: 'pieces' as const, isPickedUp: false, ...(mix && { mix: mixKey(mix) }) };
  const filled = { ...values, ...(job && valuesOfJob(job, options)) };
  const material = options.materials.find((each) => each.orderType === orderType);
  return { ...filled, ...(material && startOf(material, options.timeZone, now)) };
}

type Job = RequestOptions['jobs'][number];

/**
 * Returns a product at the price of a job: under the quote of its last order, else the quote that has its name, else no quote. The plant
 * follows the quote, so that of another job is the last resort.
 */
function mixAt(productId: number, job: Pick<Job, 'job'> & Partial<Pick<Job, 'quoteId'>>, { mixes }: RequestOptions): Mix | undefined {
  const offered = mixes.filter((each) => each.productId === productId);
  return (
    (job.quoteId && offered.find(({ quoteId }) => quoteId === job.quoteId)) ||
    offered.find(({ quoteName }) => quoteName !== null && quoteName === job.job) ||
    offered.find(({ quoteId }) => quoteId === null) ||
    offered[0]
  );
}

const jobOf = ({ job, jobName }: Pick<PourValues, 'job' | 'jobName'>, { jobs }: RequestOptions) =>
  jobs.find(({ orderId }) => String(orderId) === job) ?? { job: jobName };

/** Returns what choosing a product changes: it comes under the quote of the job that is chosen. */
export function valuesOfProduct(productId: number, values: PourValues, options: RequestOptions): Partial<PourValues> {
  const mix = mixAt(productId, jobOf(values, options), options);
  return mix ? { mix: mixKey(mix) } : {};
}

/**
 * Returns what choosing a job changes. One that had the same material fills in its last order. Otherwise the product stays, under the job's
 * own quote, and so does all else but the purchase order of the job before.
 */
export function valuesOfChosenJob(
  job: Job | undefined,
  values: PourValues,
  options: RequestOptions,
  repeated?: Repeated,
): Partial<PourValues> {
  const { orderType, mix } = materialOf(values, options);
  if (job?.orderType === orderType) return valuesOfJob(job, options);
  const before = options.jobs.find(({ orderId }) => String(orderId) === values.job) ?? repeated?.order ?? repeated?.request;
  const isTyped = values.poNumber !== (before?.poNumber ?? '');
  const own = job && isMixOffered(values, options) ? mixAt(mix.productId, job, options) : undefined;
  return {
    job: job ? String(job.orderId) : NEW_JOB,
    ...(own && { mix: mixKey(own) }),
    ...(!isTyped && { poNumber: job?.poNumber ?? '' }),
  };
}

/** Returns what choosing a job fills in: what was ordered there last. */
function valuesOfJob(job: Job, options: RequestOptions): Partial<PourValues> {
  return {
    job: String(job.orderId),
    mix: mixKey(mixAt(job.productId, job, options) ?? job),
    quantity: String(job.quantity),
    unit: 'pieces',
    plantId: String(job.plantId),
    intervalMinutes: job.intervalMinutes ? String(job.intervalMinutes) : '',
    yardsPerHour: '',
    poNumber: job.poNumber ?? '',
  };
}

/** Returns what an order was, with what its request asked for. A product that is not offered any more is left empty, never replaced. */
function valuesOfOrder(order: EarlierOrder, options: RequestOptions): Partial<PourValues> {
  const { mixes, repeated } = options;
  const same = mixes.filter(({ productId, number, description }) =>
    repeated ? productId === repeated.productId : `${number} ${description}` === order.mix,
  );
  const mix = same.find(({ quoteNumber }) => quoteNumber === order.quoteNumber) ?? (same[0] && mixAt(same[0].productId, order, options));
  return {
    ...(repeated && valuesAskedFor(repeated)),
    job: String(order.id),
    mix: mix ? mixKey(mix) : '',
    quantity: String(order.qtyOrdered),
    intervalMinutes: order.interval && !repeated?.yardsPerHour ? String(order.interval) : '',
    poNumber: order.poNumber ?? '',
  };
}

/** What a request asks for besides job, product, quantity, spacing and start. */
type AskedFor = Omit<NonNullable<RequestOptions['repeated']>, 'productId' | 'unloading'>;

const valuesAskedFor = (asked: AskedFor): Partial<PourValues> => ({
  holdQuantity: asked.holdQuantity ? String(asked.holdQuantity) : '',
  yardsPerHour: asked.yardsPerHour ? String(asked.yardsPerHour) : '',
  placement: asked.placement ?? 'chute',
  isPickedUp: asked.isPickedUp,
  plantId: String(asked.plantId),
  slump: asked.slump ?? '',
  admixtures: asked.admixtures ?? '',
  notes: asked.notes ?? '',
  ...(asked.contactName && { contactName: asked.contactName, contactPhone: asked.contactPhone ?? '' }),
});

/** Returns all that was asked for except when. A job that has no order yet is a new one again. */
function valuesOfRequest(request: RequestDetail, options: RequestOptions): Partial<PourValues> {
  const { jobs, mixes } = options;
  const known = jobs.find(({ job, address }) => job === request.job && address === request.jobAddress);
  const mix = mixes.find((each) => mixKey(each) === mixKey(request)) ?? mixAt(request.productId, request, options);
  return {
    ...(known
      ? { job: String(known.orderId) }
      : { jobName: request.job, jobAddress1: request.jobAddress1, jobAddress2: request.jobAddress2 ?? '' }),
    mix: mixKey(mix ?? request),
    quantity: String(request.quantity),
    // The spacing of a request with a rate was computed from it, and only one of them can be asked for.
    intervalMinutes: request.intervalMinutes && !request.yardsPerHour ? String(request.intervalMinutes) : '',
    ...valuesAskedFor(request),
    poNumber: request.poNumber ?? '',
    contactName: request.contactName ?? '',
    contactPhone: request.contactPhone ?? '',
  };
}

/** Returns the faults of the input that can be found before it is sent, by field. */
export function pourFaults(values: PourValues, options: RequestOptions, now: Date): Partial<Record<keyof PourValues, string>> {
  const { rules, orderType } = materialOf(values, options);
  const { timeZone } = options;
  const isConcrete = orderType === ORDER_TYPE.concrete;
  const isPickedUp = !isConcrete && values.isPickedUp;
  const quantity = quantityOf(values, options);
  const hold = numberFault(values.holdQuantity) ?? holdFault(readNumber(values.holdQuantity), quantity, orderType);
  const faults: Partial<Record<keyof PourValues, string | null>> = {
    mix: isMixOffered(values, options) ? null : MESSAGES.mixGone[orderType],
    quantity: quantityFault(quantity, rules, { orderType, isPickedUp }),
    ...(!isPickedUp && { intervalMinutes: numberFault(values.intervalMinutes) }),
    ...(isConcrete && { yardsPerHour: numberFault(values.yardsPerHour), holdQuantity: hold }),
  };
  const found = Object.entries(faults).filter(([, text]) => text !== null);
  return { ...startFaults(values, rules, { now, timeZone }), ...Object.fromEntries(found) };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the start as text, empty while no day is typed. A year of more than four digits, which some browsers take, is no date. */
export function startText({ day, startTime }: Pick<PourValues, 'day' | 'startTime'>): string {
  return DAY.test(day) ? `${formatShortDay(day)} ${startTime}` : '';
}

/** Returns the quantity in the unit of the product. */
export function quantityOf({ quantity, unit, mix }: PourValues, options: RequestOptions): number | null {
  const typed = readNumber(quantity);
  const { piecesPerPallet } = materialOf({ mix }, options).mix;
  return typed !== null && unit === 'pallets' && piecesPerPallet ? typed * piecesPerPallet : typed;
}

/** Returns the form as the body of a request, without its key. Fields of other materials are left out. */
export function bodyOf(values: PourValues, options: RequestOptions): Omit<PourBody, 'requestKey'> {
  const { orderType, mix } = materialOf(values, options);
  const isNew = values.job === NEW_JOB;
  const isConcrete = orderType === ORDER_TYPE.concrete;
  const isPickedUp = !isConcrete && values.isPickedUp;
  return {
    jobOrderId: isNew ? null : Number(values.job),
    jobName: isNew ? values.jobName : null,
    jobAddress1: isNew ? values.jobAddress1 : null,
    jobAddress2: isNew ? values.jobAddress2 : null,
    productId: mix.productId,
    quoteId: mix.quoteId,
    quantity: quantityOf(values, options) ?? 0,
    holdQuantity: isConcrete ? readNumber(values.holdQuantity) : null,
    day: values.day,
    startTime: values.startTime,
    intervalMinutes: isPickedUp ? null : readNumber(values.intervalMinutes),
    yardsPerHour: isConcrete ? readNumber(values.yardsPerHour) : null,
    placement: isConcrete ? values.placement : null,
    isPickedUp,
    plantId: isPickedUp ? Number(values.plantId) || null : null,
    unloading: isConcrete || isPickedUp ? null : values.unloading || null,
    slump: isConcrete ? values.slump : null,
    admixtures: isConcrete ? values.admixtures : null,
    poNumber: values.poNumber,
    contactName: values.contactName,
    contactPhone: values.contactPhone,
    notes: values.notes,
  };
}

/** A form that is kept until it is sent, with the key of the last try. */
export interface PourDraft {
  values: PourValues;
  /** Whether the day is the one that the form suggested. It then follows the calendar; a chosen one stays. */
  isDaySuggested?: boolean;
  tried?: { key: string; content: string };
}

/** Reads a draft. Whatever is not one is forgotten; a draft of an earlier version gets the fields that it lacks. */
export function readDraft(text: string, first: PourValues): PourDraft | undefined {
  try {
    const { values, tried, isDaySuggested } = JSON.parse(text) as Partial<PourDraft>;
    if (typeof values !== 'object' || values === null || typeof values.mix !== 'string') return undefined;
    return { values: { ...first, ...values }, ...(isDaySuggested && { isDaySuggested }), ...(tried && { tried }) };
  } catch {
    return undefined;
  }
}

/** Returns the draft with the day that would be suggested now, unless a day was chosen. */
export function withDay(draft: PourDraft, options: RequestOptions, now: Date): PourDraft {
  if (!draft.isDaySuggested) return draft;
  const { day = '' } = startOf(materialOf(draft.values, options), options.timeZone, now);
  return { ...draft, values: { ...draft.values, day } };
}

/**
 * Returns the draft with the key to send it with: the same one while the content is the same, also after a reload. Its day counts as
 * chosen from now on, so that the content is also the same on the next day.
 */
export function withKey(
  { isDaySuggested: _, ...draft }: PourDraft,
  options: RequestOptions,
  makeKey: () => string,
): PourDraft & { tried: { key: string; content: string } } {
  const content = JSON.stringify(bodyOf(draft.values, options));
  return { ...draft, tried: draft.tried?.content === content ? draft.tried : { key: makeKey(), content } };
}
