import { formatNumber } from '@yardage/domain/quantities';
import { loadsOf } from '@yardage/domain/request-rules';
import {
  type ChangeKind,
  changeFault,
  isOpenRequest,
  nextRequestState,
  type RequestAction,
  type RequestState,
  statusAfterChange,
} from '@yardage/domain/request-states';
import { runInLanguage } from '@yardage/messages/language';
import { SOURCE_LANGUAGE } from '@yardage/messages/negotiate';
import type { Actor, Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { RecordsChange } from '#server/hub/records-change';
import { changeOrder, lockOrder, type OrderToChange } from './order-changes.queries.ts';
import { ORDER_REQUEST_MESSAGES as MESSAGES } from './order-requests.messages.ts';
import { queueAnswerMails } from './request-mails.queries.ts';
import * as writes from './request-writes.queries.ts';

/** Who answers a request: a user of its customer, or staff. */
export interface Answerer {
  actor: Actor;
  userId: number;
  name: string;
  requestId: string;
}

/** An answer to a request. */
export interface RequestAnswer {
  action: RequestAction;
  /** The version that the answerer has seen; undefined if any may be answered. */
  version?: number | undefined;
  note: string | null;
  /** The plant that is to serve a confirmed pour, if another than the suggested one. */
  plantId?: number | null | undefined;
  /** What dispatch proposes, made from the locked request. */
  proposal?: (request: writes.LockedRequest) => writes.Proposal;
}

/** Changes requests, one at a time each: the request is locked, its state decides what is possible, and customer and desk are notified. */
export function requestFlow({ database, records }: Pick<AreaServices, 'database' | 'records'>) {
  return {
    async answer(by: Answerer, id: number, answer: RequestAnswer): Promise<void> {
      const changes = await database.transaction(by.actor, async (transaction) => {
        const customerId = by.actor === 'system' ? undefined : by.actor.customerId;
        const request = orNotFound(await writes.lockRequest(transaction, id, customerId));
        const next = stateAfter(request, answer);
        await applyAnswer(transaction, request, by, answer, next);
        const detail = { number: request.number, action: answer.action, note: answer.note };
        const entry = { userId: by.userId, customerId: request.customerId, requestId: by.requestId };
        await recordAudit(transaction, { ...entry, action: `order-requests.${answer.action}`, subject: request.number, detail });
        return changesOf(request, { isOrderChanged: next === 'confirmed' });
      });
      records.announceRecords(changes);
    },

    /** Ends requests that nobody answered in time. */
    async expireDue(): Promise<void> {
      const ended = await database.transaction('system', async (transaction) => {
        const expired = await writes.expireDue(transaction);
        const ids = expired.map(({ id }) => id);
        if (ids.length > 0) {
          await writes.recordRequestEvents(transaction, 'order.request-answered', ids);
          await queueAnswerMails(transaction, ids);
        }
        return expired;
      });
      records.announceRecords(ended.map(({ id, ...customer }) => ({ ...customer, resource: 'requests', ids: [id] })));
    },
  };
}

/**
 * Returns the state after an answer. Refuses an answer to a request that is over, or that has a newer version than the answerer has seen.
 */
function stateAfter(request: writes.LockedRequest, { action, version }: RequestAnswer): RequestState {
  const refused = (detail: string) => new ApiError('conflict', { detail });
  const next = nextRequestState(request.state, action);
  if (!next) throw refused(MESSAGES.states[request.state]);
  if (request.isDue) throw refused(MESSAGES.states.expired);
  if (version !== undefined && version !== request.version) throw refused(MESSAGES.changed);
  if (request.kind !== 'pour' && action === 'propose') throw refused(MESSAGES.onlyPours);
  // A request with a proposal stays open after its own start. Accepting uses the proposal's start, so only confirming is refused.
  const isStartOver = request.kind === 'pour' && Date.parse(request.startsAt) <= Date.now();
  if (action === 'confirm' && isStartOver) throw refused(MESSAGES.startOver);
  return next;
}

async function applyAnswer(
  transaction: Transaction,
  request: writes.LockedRequest,
  by: Answerer,
  answer: RequestAnswer,
  next: RequestState,
): Promise<void> {
  const { action, note, plantId } = answer;
  const isOfDesk = by.actor === 'system';
  const proposed = answer.proposal?.(request);
  for (const plant of [plantId, proposed?.plantId]) {
    if (plant && !(await writes.isPlantOf(transaction, plant, request.dataSourceId)))
      throw new ApiError('validation-failed', { fieldErrors: { plantId: [MESSAGES.unknownPlant] } });
  }
  // The customer picks up at this plant, so dispatch has to ask before it changes the plant.
  if (plantId && request.isPickedUp && plantId !== request.plantId)
    throw new ApiError('validation-failed', { fieldErrors: { plantId: [MESSAGES.pickupPlant] } });
  let proposal: object | null = null;
  if (proposed) proposal = await writes.proposeInstead(transaction, request.id, proposed, note);
  else {
    const said = isOfDesk ? { answer: note } : {};
    await writes.moveRequest(transaction, request.id, { state: next, takesProposal: action === 'accept', plantId, ...said });
  }
  await writes.addStep(transaction, request, { action, actor: { userId: by.userId, name: by.name }, isOfDesk, note, proposal });
  if (next === 'confirmed') await carryOut(transaction, request);
  if (isOfDesk) await queueAnswerMails(transaction, [request.id]);
  if (!isOpenRequest(next)) await writes.recordRequestEvents(transaction, 'order.request-answered', [request.id]);
}

/** Makes the order of a confirmed pour, or changes the order. All users read its texts, so they are in English. */
async function carryOut(transaction: Transaction, before: writes.LockedRequest): Promise<void> {
  // Read again: an accepted proposal changed it.
  const request = orNotFound(await writes.lockRequest(transaction, before.id));
  if (request.kind !== 'pour') return carryOutChange(transaction, request, request.kind);
  const { isPickedUp, orderType } = request;
  await writes.makeOrder(transaction, request.id, {
    ...runInLanguage(SOURCE_LANGUAGE, () => ({ usage: usageOf(request), directions: directionsOf(request) })),
    ...loadsOf({ ...request, yardsPerHour: null }, request, orderType),
    // Nobody plans when the customer's own trucks come.
    ...(isPickedUp && { intervalMinutes: null }),
  });
}

function directionsOf({ notes, holdQuantity, unitOfMeasure, admixtures }: writes.LockedRequest): string | null {
  const lines = [
    notes,
    holdQuantity === null ? null : MESSAGES.hold(formatNumber(holdQuantity), unitOfMeasure),
    admixtures === null ? null : MESSAGES.admixtures(admixtures),
  ];
  return lines.filter(Boolean).join('\n') || null;
}

function usageOf({ placement, unloading, isPickedUp }: writes.LockedRequest): string | null {
  if (isPickedUp) return MESSAGES.pickedUp;
  if (unloading !== null) return MESSAGES.unloadings[unloading as keyof typeof MESSAGES.unloadings];
  return placement === null ? null : MESSAGES.placements[placement as keyof typeof MESSAGES.placements];
}

async function carryOutChange(transaction: Transaction, request: writes.LockedRequest, kind: ChangeKind): Promise<void> {
  // The supplier's systems may have moved the order to another customer since.
  const order = await lockOrder(transaction, request.orderId ?? 0, request.customerId);
  // Dispatch may confirm after the cut-off, but not what the order's status rules out.
  if (!order || changeFault(kind, order, { changeCutOffMinutes: 0 }, new Date(0)) === 'status')
    throw new ApiError('conflict', { detail: MESSAGES.changeStatus });
  const quantity = quantityAfter(kind, order, request);
  const rest = Math.max(0, quantity - order.ticketed);
  const isQuantity = kind === 'add' || kind === 'balance';
  await changeOrder(transaction, order.id, {
    kind,
    statusId: statusAfterChange(kind, order),
    startsAt: request.startsAt,
    quantity,
    loadCount: isQuantity ? order.ticketCount + Math.ceil(rest / request.truckLoad) : null,
    intervalMinutes: request.intervalMinutes,
  });
}

function quantityAfter(kind: ChangeKind, order: OrderToChange, request: writes.LockedRequest): number {
  if (kind === 'add') return order.quantity + request.quantity;
  if (kind !== 'balance') return order.quantity;
  // A load that was ticketed since is a part of the balance.
  return Math.max(order.ticketed, (request.ticketedQuantity ?? order.ticketed) + request.quantity);
}

/** Returns what to announce about a request, and about its order if it changed. */
export function changesOf(
  { id, customerId, globalCustomerNumber, orderId }: Pick<writes.LockedRequest, 'id' | 'customerId' | 'globalCustomerNumber' | 'orderId'>,
  { isOrderChanged }: { isOrderChanged: boolean },
): RecordsChange[] {
  const customer = { customerId, globalCustomerNumber };
  const order: RecordsChange[] = isOrderChanged ? [{ ...customer, resource: 'orders', ids: orderId === null ? [] : [orderId] }] : [];
  return [{ ...customer, resource: 'requests', ids: [id] }, ...order];
}
