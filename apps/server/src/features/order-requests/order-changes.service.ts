import type { Answer, Input } from '@yardage/contract/endpoint';
import type { getOrderChanges, getRequest, RequestRow, requestChange } from '@yardage/contract/order-requests';
import { momentAt } from '@yardage/domain/dates';
import { MINUTE_MS } from '@yardage/domain/durations';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { changeQuantityFault, type RequestRules, startFaults } from '@yardage/domain/request-rules';
import { CHANGE_KINDS, changeFault } from '@yardage/domain/request-states';
import { isViolation } from '#server/database/failures';
import type { AreaServices } from '#server/features/area';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { RequestContext, Scope } from '#server/http/scope';
import { findOrderToChange, type OrderToChange } from './order-changes.queries.ts';
import { ORDER_REQUEST_MESSAGES as MESSAGES } from './order-requests.messages.ts';
import * as queries from './order-requests.queries.ts';
import { storeRequest } from './order-requests.service.ts';
import { changesOf } from './request-flow.service.ts';

type ChangeBody = Input<typeof requestChange>['body'];

const fault = (field: string, message: string) => new ApiError('validation-failed', { fieldErrors: { [field]: [message] } });

/** Changes of orders that customers ask for (REQ-03). */
export function orderChangesService({ database, records }: AreaServices) {
  return {
    async find(scope: Scope, orderId: number): Promise<Answer<typeof getOrderChanges>> {
      const order = orNotFound(await findOrderToChange(database, scope, orderId));
      const { orderType } = order;
      const rules = (await queries.findRules(database, scope, scope.datasourceId))[orderType];
      const open = orNotFound(await queries.findOrderRequests(database, scope, orderId));
      const requests = open.requests as RequestRow[];
      const changes = CHANGE_KINDS.flatMap((kind) => {
        const why = changeFault(kind, order, rules, new Date());
        return why === 'status' || requests.some((request) => request.kind === kind) ? [] : [{ kind, isLate: why === 'cut-off' }];
      });
      const { requestNumber } = open;
      return { changes, requests, rules, timeZone: scope.timeZone, orderType, requestNumber };
    },

    async request(context: RequestContext, orderId: number, body: ChangeBody): Promise<JsonText<Answer<typeof getRequest>>> {
      const { scope } = context;
      const order = orNotFound(await findOrderToChange(database, scope, orderId));
      const rules = (await queries.findRules(database, scope, scope.datasourceId))[order.orderType];
      const { id, isNew } = await database
        .transaction(scope, (transaction) =>
          storeRequest(transaction, context, body.requestKey, async () => changeOf(order, body, rules, scope)),
        )
        .catch(async (error) => {
          if (!isViolation(error, 'unique')) throw error;
          throw new ApiError('conflict', { detail: MESSAGES.changeOpen, cause: error });
        });
      if (isNew) records.announceRecords(changesOf({ ...scope, id, orderId }, { isOrderChanged: false }));
      return new JsonText(orNotFound(await queries.findRequest(database, scope, id)));
    },
  };
}

/** Checks a change against the order and the rules, and returns it as it is stored. */
function changeOf(order: OrderToChange, body: ChangeBody, rules: RequestRules, { timeZone }: Scope) {
  const { kind } = body;
  const now = new Date();
  const why = changeFault(kind, order, rules, now);
  if (why === 'status') throw new ApiError('conflict', { detail: MESSAGES.changeStatus });
  if (why === 'cut-off') throw new ApiError('conflict', { detail: MESSAGES.changeCutOff(rules.changeCutOffMinutes) });
  const isMoved = kind === 'move' || kind === 'release';
  const startsAt = isMoved ? newStart(body, rules, { now, timeZone }) : new Date(order.startsAt);
  if (kind === 'spacing' && !body.intervalMinutes) throw fault('intervalMinutes', MESSAGES.spacing);
  const wrongQuantity = changeQuantityFault(kind, body.quantity ?? null, order.orderType);
  if (wrongQuantity) throw fault('quantity', wrongQuantity);
  const { id, plantId, productId, quoteId, job, jobNumber, jobAddress1, jobAddress2, jobLatitude, jobLongitude, poNumber } = order;
  return {
    kind,
    orderId: id,
    plantId,
    productId,
    quoteId,
    isPickedUp: order.statusId === ORDER_STATUS.fob,
    job,
    jobNumber,
    jobAddress1,
    jobAddress2,
    jobLatitude,
    jobLongitude,
    poNumber,
    startsAt,
    quantity: kind === 'add' || kind === 'balance' ? (body.quantity ?? 0) : order.quantity,
    ...(kind === 'balance' && { ticketedQuantity: order.ticketed }),
    intervalMinutes: kind === 'spacing' ? (body.intervalMinutes ?? null) : order.intervalMinutes,
    notes: body.notes,
    expiresAt: isMoved ? startsAt : expiryOf(order, now),
  };
}

/** The new start of an order, within the rules. The notice that a change needs takes the place of the lead time of a new pour. */
function newStart({ day, startTime }: ChangeBody, rules: RequestRules, clock: { now: Date; timeZone: string }): Date {
  if (!day || !startTime) throw fault('day', MESSAGES.newStart);
  const own = { ...rules, leadTimeMinutes: rules.changeCutOffMinutes, dayBeforeCutOff: null };
  const faults = startFaults({ day, startTime }, own, clock);
  if (faults.day) throw fault('day', faults.day);
  if (faults.startTime) throw fault('startTime', faults.startTime);
  return momentAt(day, startTime, clock.timeZone);
}

const MIN_MINUTES = 120;

/**
 * A change can be answered until the end of the order's day, or for two hours, whichever is last. A new start can be answered until that
 * start.
 */
function expiryOf({ dayEndsAt, startsAt }: OrderToChange, now: Date): Date {
  return new Date(Math.max(Date.parse(dayEndsAt), Date.parse(startsAt), now.getTime() + MIN_MINUTES * MINUTE_MS));
}
