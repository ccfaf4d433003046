import type { Answer, Input } from '@yardage/contract/endpoint';
import type { answerProposal, getRequest, getRequestOptions, listRequests, requestPour } from '@yardage/contract/order-requests';
import { phoneDigits } from '@yardage/domain/person-fields';
import { loadsOf, momentAt, quantityFault, type RequestRules, startFaults } from '@yardage/domain/request-rules';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { JsonText } from '#server/http/answers';
import { ApiError, type FieldErrors, orNotFound } from '#server/http/api-error';
import { type Caller, fullName, type Scope } from '#server/http/scope';
import { ORDER_REQUEST_MESSAGES as MESSAGES } from './order-requests.messages.ts';
import * as queries from './order-requests.queries.ts';
import { type Answerer, changesOf, requestFlow } from './request-flow.service.ts';
import { findJob, findMix, findOptions, type KnownJob } from './request-options.queries.ts';
import * as writes from './request-writes.queries.ts';

type PourBody = Input<typeof requestPour>['body'];

/** A caller and the customer that they ask for. */
export interface Asking {
  scope: Scope;
  caller: Caller;
  requestId: string;
}

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

    async options(scope: Scope): Promise<Answer<typeof getRequestOptions>> {
      const rules = await queries.findRules(database, scope, scope.datasourceId);
      const { usualStart, ...stored } = await findOptions(database, scope, scope.timeZone);
      const isUsable = usualStart !== null && usualStart >= rules.opensAt && usualStart <= rules.closesAt;
      return { rules, timeZone: scope.timeZone, ...stored, usualStart: isUsable ? usualStart : rules.opensAt };
    },

    async request(asking: Asking, body: PourBody): Promise<JsonText<Answer<typeof requestPour>>> {
      const { scope } = asking;
      const rules = await queries.findRules(database, scope, scope.datasourceId);
      const { id, isNew } = await database.transaction(scope, (transaction) =>
        storeRequest(transaction, asking, body.requestKey, () => pourOf(transaction, scope, body, rules)),
      );
      if (isNew) services.records.announceRecords(changesOf({ ...scope, id, orderId: null }, false));
      return detail(scope, id);
    },

    async withdraw({ scope, caller, requestId }: Asking, id: number, note: string | null): Promise<JsonText<Answer<typeof getRequest>>> {
      await flow.answer(answererOf(scope, caller, requestId), id, { action: 'withdraw', note });
      return detail(scope, id);
    },

    async answer(
      { scope, caller, requestId }: Asking,
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
  { scope, caller, requestId }: Asking,
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
  await recordAudit(transaction, { userId, customerId, action: `order-requests.${request.kind}`, subject: request.job, detail, requestId });
  return stored;
}

/** Checks a pour against the rules of the data source, and returns it as it is stored. Throws what is wrong, by field. */
async function pourOf(transaction: Transaction, scope: Scope, body: PourBody, rules: RequestRules) {
  const { day, startTime, quantity, productId } = body;
  const clock = { now: new Date(), timeZone: scope.timeZone };
  const faults: FieldErrors = {};
  const note = (field: string, message: string | null | undefined) => {
    if (message) faults[field] = [message];
  };
  const ofStart = startFaults({ day, startTime }, rules, clock);
  note('day', ofStart.day);
  note('startTime', ofStart.startTime);
  note('quantity', quantityFault(quantity, rules));
  if (body.intervalMinutes && body.yardsPerHour) note('yardsPerHour', MESSAGES.oneRate);
  const mix = await findMix(transaction, scope, { productId, quoteId: body.quoteId ?? null, day });
  if (!mix) note('productId', MESSAGES.unknownMix);
  const job = await jobOf(transaction, scope, body, note);
  const plantId = job?.plantId ?? mix?.plantId;
  if (mix && !plantId) note('job', MESSAGES.noPlant);
  if (Object.keys(faults).length > 0 || !job || !mix || !plantId) throw new ApiError('validation-failed', { fieldErrors: faults });
  const startsAt = momentAt(day, startTime, scope.timeZone);
  const yardsPerHour = body.yardsPerHour ?? null;
  const { intervalMinutes } = loadsOf({ quantity, intervalMinutes: body.intervalMinutes ?? null, yardsPerHour }, rules);
  return {
    ...job,
    kind: 'pour',
    plantId: mix.quoteId === null ? plantId : (mix.plantId ?? plantId),
    productId,
    quoteId: mix.quoteId,
    startsAt,
    expiresAt: startsAt,
    quantity,
    holdQuantity: body.holdQuantity ?? null,
    intervalMinutes,
    yardsPerHour,
    placement: body.placement,
    slump: body.slump,
    admixtures: body.admixtures,
    poNumber: body.poNumber,
    contactName: body.contactName,
    contactPhone: body.contactPhone === null ? null : phoneDigits(body.contactPhone),
    notes: body.notes,
  };
}

async function jobOf(
  transaction: Transaction,
  scope: Scope,
  { jobOrderId, jobName, jobAddress1, jobAddress2 }: PourBody,
  note: (field: string, message: string) => void,
): Promise<(Omit<KnownJob, 'plantId'> & { plantId?: number }) | undefined> {
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
