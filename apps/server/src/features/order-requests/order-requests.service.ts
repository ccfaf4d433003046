import type { Answer, Input } from '@yardage/contract/endpoint';
import type { answerProposal, getRequest, getRequestOptions, listRequests, requestPour } from '@yardage/contract/order-requests';
import { momentAt } from '@yardage/domain/dates';
import { ORDER_TYPE, type OrderType } from '@yardage/domain/orders';
import { phoneDigits } from '@yardage/domain/person-fields';
import { holdFault, loadsOf, quantityFault, type RequestRules, startFaults } from '@yardage/domain/request-rules';
import { type RequestKind, UNLOADINGS_OF } from '@yardage/domain/request-states';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { JsonText } from '#server/http/answers';
import { ApiError, type FieldErrors, orNotFound } from '#server/http/api-error';
import { type Caller, fullName, type RequestContext, type Scope } from '#server/http/scope';
import { ORDER_REQUEST_MESSAGES as MESSAGES } from './order-requests.messages.ts';
import * as queries from './order-requests.queries.ts';
import { type Answerer, changesOf, requestFlow } from './request-flow.service.ts';
import { findJob, findMix, findOptions, type KnownJob, type WantedMix } from './request-options.queries.ts';
import * as writes from './request-writes.queries.ts';

type PourBody = Input<typeof requestPour>['body'];

/** What customers do with requests for pours (REQ-01, REQ-02, REQ-04). */
export function orderRequestsService(services: AreaServices) {
  const { database } = services;
  const flow = requestFlow(services);
  const detail = async (scope: Scope, id: number): Promise<JsonText<Answer<typeof getRequest>>> =>
    new JsonText(orNotFound(await queries.findRequest(database, scope, id)));

  return {
    detail,

    async list(scope: Scope, { state, ...page }: Input<typeof listRequests>['query']): Promise<JsonText<Answer<typeof listRequests>>> {
      return new JsonText(await queries.listRequests(database, scope, page, state));
    },

    async options(scope: Scope, { order, request }: Input<typeof getRequestOptions>['query']): Promise<Answer<typeof getRequestOptions>> {
      const rules = await queries.findRules(database, scope, scope.datasourceId);
      const { usualStarts, ...stored } = await findOptions(database, scope, scope.timeZone, { order, request });
      const types = [...new Set(stored.mixes.map(({ orderType }) => orderType))].sort();
      const materials = types.map((orderType) => {
        const { opensAt, closesAt } = rules[orderType];
        const usual = usualStarts?.[orderType];
        return { orderType, rules: rules[orderType], usualStart: usual && usual >= opensAt && usual <= closesAt ? usual : opensAt };
      });
      return { materials, timeZone: scope.timeZone, ...stored };
    },

    async request(context: RequestContext, body: PourBody): Promise<JsonText<Answer<typeof requestPour>>> {
      const { scope } = context;
      const rules = await queries.findRules(database, scope, scope.datasourceId);
      const { id, isNew } = await database.transaction(scope, (transaction) =>
        storeRequest(transaction, context, body.requestKey, () => pourOf(transaction, scope, body, rules)),
      );
      if (isNew) services.records.announceRecords(changesOf({ ...scope, id, orderId: null }, { isOrderChanged: false }));
      return detail(scope, id);
    },

    async withdraw(
      { scope, caller, requestId }: RequestContext,
      id: number,
      note: string | null,
    ): Promise<JsonText<Answer<typeof getRequest>>> {
      await flow.answer(answererOf(scope, caller, requestId), id, { action: 'withdraw', note });
      return detail(scope, id);
    },

    async answer(
      { scope, caller, requestId }: RequestContext,
      id: number,
      { version, isAccepted, note }: Input<typeof answerProposal>['body'],
    ): Promise<JsonText<Answer<typeof getRequest>>> {
      const action = isAccepted ? 'accept' : 'refuse';
      await flow.answer(answererOf(scope, caller, requestId), id, { action, version, note });
      return detail(scope, id);
    },
  };
}

const answererOf = (scope: Scope, caller: Caller, requestId: string): Answerer => ({
  actor: scope,
  userId: scope.userId,
  name: fullName(caller),
  requestId,
});

/** What is asked for, without who asks. */
type Wanted = Omit<writes.NewRequest, 'customerId' | 'createdBy' | 'requestedBy' | 'requestKey'>;

/**
 * Stores a request once, with its first step, its event and its audit entry. A key that is known is not checked again: the request was
 * accepted when it was sent first.
 */
export async function storeRequest(
  transaction: Transaction,
  { scope, caller, requestId }: RequestContext,
  requestKey: string,
  make: () => Promise<Wanted>,
): Promise<{ id: number; isNew: boolean }> {
  const { customerId, userId } = scope;
  const known = await writes.findByKey(transaction, scope, requestKey);
  if (known !== undefined) return { id: known, isNew: false };
  const name = fullName(caller);
  const request = { ...(await make()), requestKey };
  const stored = await writes.insertRequestOnce(transaction, { ...request, customerId, createdBy: userId, requestedBy: name });
  if (!stored.isNew) return stored;
  await writes.addStep(
    transaction,
    { id: stored.id, customerId },
    {
      action: 'request',
      actor: { userId, name },
      isOfDesk: false,
      note: request.notes ?? null,
    },
  );
  const type = request.kind === 'pour' ? 'order.requested' : 'order.change-requested';
  await writes.recordRequestEvents(transaction, type, [stored.id]);
  const detail = { kind: request.kind, startsAt: request.startsAt, quantity: request.quantity };
  const action = `order-requests.${request.kind as RequestKind}` as const;
  await recordAudit(transaction, { userId, customerId, action, subject: request.job, detail, requestId });
  return stored;
}

/** Notes what is wrong with a field. */
type Note = (field: string, message: string | null | undefined) => void;

/** Checks a request against the rules of its material, and returns it as it is stored. Throws what is wrong, by field. */
async function pourOf(transaction: Transaction, scope: Scope, body: PourBody, allRules: Record<OrderType, RequestRules>) {
  const { day, startTime, quantity, productId, isPickedUp } = body;
  const faults: FieldErrors = {};
  const note: Note = (field, message) => {
    if (message) faults[field] = [message];
  };
  const mix = await findMix(transaction, scope, { productId, quoteId: body.quoteId ?? null, day });
  if (!mix) note('productId', MESSAGES.unknownMix);
  else if (!mix.isQuoteInForce) note('quoteId', MESSAGES.quoteOver);
  const orderType = mix?.orderType ?? 1;
  const rules = allRules[orderType];
  const ofStart = startFaults({ day, startTime }, rules, { now: new Date(), timeZone: scope.timeZone });
  note('day', ofStart.day);
  note('startTime', ofStart.startTime);
  note('quantity', quantityFault(quantity, rules, { orderType, isPickedUp }));
  note('holdQuantity', holdFault(body.holdQuantity ?? null, quantity, orderType));
  noteMaterialFaults(body, orderType, note);
  const job = await jobOf(transaction, scope, body, note);
  const plantId = mix && (await plantOf(transaction, scope, { body, mix, job }, note));
  if (Object.keys(faults).length > 0 || !job || !mix || !plantId) throw new ApiError('validation-failed', { fieldErrors: faults });
  const startsAt = momentAt(day, startTime, scope.timeZone);
  const yardsPerHour = body.yardsPerHour ?? null;
  const { intervalMinutes } = loadsOf({ quantity, intervalMinutes: body.intervalMinutes ?? null, yardsPerHour }, rules, orderType);
  const { orderType: _, ...place } = job;
  return {
    ...place,
    kind: 'pour',
    plantId,
    isPickedUp,
    unloading: isPickedUp ? null : (body.unloading ?? null),
    productId,
    quoteId: mix.quoteId,
    startsAt,
    expiresAt: startsAt,
    quantity,
    holdQuantity: body.holdQuantity ?? null,
    intervalMinutes: isPickedUp ? null : intervalMinutes,
    yardsPerHour,
    placement: body.placement ?? null,
    slump: body.slump,
    admixtures: body.admixtures,
    poNumber: body.poNumber,
    contactName: body.contactName,
    contactPhone: body.contactPhone === null ? null : phoneDigits(body.contactPhone),
    notes: body.notes,
  };
}

/** The plant: where the customer picks it up, that of the quote, or the one that served the job with this material last. */
async function plantOf(
  transaction: Transaction,
  { datasourceId }: Scope,
  { body, mix, job }: { body: PourBody; mix: WantedMix; job: WantedJob | undefined },
  note: Note,
): Promise<number | undefined> {
  if (body.isPickedUp) {
    const isKnown = body.plantId && (await writes.isPlantOf(transaction, body.plantId, datasourceId));
    if (!isKnown) note('plantId', MESSAGES.unknownPlant);
    return body.plantId ?? undefined;
  }
  const ofJob = job?.orderType === mix.orderType ? job.plantId : undefined;
  const plantId = mix.quoteId === null ? (ofJob ?? mix.plantId) : (mix.plantId ?? ofJob);
  if (!plantId) note('job', MESSAGES.noPlant);
  return plantId ?? undefined;
}

const FIELDS_OF_CONCRETE = ['placement', 'slump', 'admixtures', 'holdQuantity', 'yardsPerHour'] as const;

/** Reports fields that the material does not have, and a required one that is missing. */
function noteMaterialFaults(body: PourBody, orderType: OrderType, note: Note): void {
  if (orderType === ORDER_TYPE.concrete) {
    if (!body.placement) note('placement', MESSAGES.placement);
    if (body.isPickedUp) note('isPickedUp', MESSAGES.notOfMaterial);
    if (body.intervalMinutes && body.yardsPerHour) note('yardsPerHour', MESSAGES.oneRate);
  } else for (const field of FIELDS_OF_CONCRETE) if (body[field]) note(field, MESSAGES.notOfMaterial);
  if (body.unloading && !UNLOADINGS_OF[orderType].includes(body.unloading)) note('unloading', MESSAGES.notOfMaterial);
}

/** A job of the customer, or a new one, which no plant has served yet. */
type WantedJob = Omit<KnownJob, 'plantId' | 'orderType'> & Partial<KnownJob>;

async function jobOf(
  transaction: Transaction,
  scope: Scope,
  { jobOrderId, jobName, jobAddress1, jobAddress2 }: PourBody,
  note: Note,
): Promise<WantedJob | undefined> {
  if (jobOrderId) {
    const known = await findJob(transaction, scope, jobOrderId);
    if (!known) note('jobOrderId', MESSAGES.unknownJob);
    return known;
  }
  if (!jobName) note('jobName', MESSAGES.job);
  if (!jobAddress1) note('jobAddress1', MESSAGES.jobAddress);
  if (!jobName || !jobAddress1) return undefined;
  return { job: jobName, jobNumber: null, jobAddress1, jobAddress2, jobLatitude: null, jobLongitude: null };
}
