import type {
  confirmRequest,
  declineRequest,
  getDeskRequest,
  getPlantLoad,
  listDeskRequests,
  listRequestRules,
  proposeRequest,
  saveRequestRules,
} from '@yardage/contract/desk-requests';
import type { Answer, Input } from '@yardage/contract/endpoint';
import { momentAt } from '@yardage/domain/dates';
import { MINUTE_MS } from '@yardage/domain/durations';
import { DEFAULT_MATERIAL_RULES, type RequestRules } from '@yardage/domain/request-rules';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import { type Caller, fullName } from '#server/http/scope';
import { findPlantLoad, listRules, lockRules, saveRules } from './desk-requests.queries.ts';
import { ORDER_REQUEST_MESSAGES as MESSAGES } from './order-requests.messages.ts';
import { findDeskRequest, listRequests } from './order-requests.queries.ts';
import { type Answerer, type RequestAnswer, requestFlow } from './request-flow.service.ts';

/** What dispatch does with requests (REQ-05). */
export function deskRequestsService(services: AreaServices) {
  const { database } = services;
  const flow = requestFlow(services);
  const detail = async (id: number): Promise<JsonText<Answer<typeof getDeskRequest>>> =>
    new JsonText(orNotFound(await findDeskRequest(database, id)));
  const answer = async (caller: Caller, requestId: string, id: number, given: RequestAnswer) => {
    const by: Answerer = { actor: 'system', userId: caller.userId, name: fullName(caller), requestId };
    await flow.answer(by, id, given);
    return detail(id);
  };

  return {
    detail,

    async list({ state, ...page }: Input<typeof listDeskRequests>['query']): Promise<JsonText<Answer<typeof listDeskRequests>>> {
      return new JsonText(await listRequests(database, 'system', page, state));
    },

    confirm: (caller: Caller, requestId: string, id: number, { version, plantId, note }: Input<typeof confirmRequest>['body']) =>
      answer(caller, requestId, id, { action: 'confirm', version, plantId, note }),

    decline: (caller: Caller, requestId: string, id: number, { version, reason }: Input<typeof declineRequest>['body']) =>
      answer(caller, requestId, id, { action: 'decline', version, note: reason }),

    propose(caller: Caller, requestId: string, id: number, body: Input<typeof proposeRequest>['body']) {
      const { version, note, plantId, day, startTime, quantity, intervalMinutes = null } = body;
      return answer(caller, requestId, id, {
        action: 'propose',
        version,
        note,
        proposal: ({ timeZone }) => {
          const startsAt = momentAt(day, startTime, timeZone);
          // Dispatch may go below the lead time, but the customer needs a moment to answer.
          if (startsAt.getTime() < Date.now() + MIN_MINUTES * MINUTE_MS)
            throw new ApiError('validation-failed', { fieldErrors: { startTime: [MESSAGES.proposalSoon(MIN_MINUTES)] } });
          return { plantId, startsAt, quantity, intervalMinutes };
        },
      });
    },

    async plantLoad(query: Input<typeof getPlantLoad>['query']): Promise<Answer<typeof getPlantLoad>> {
      const { dataSource, day, orderType } = query;
      const source = (await listRules(database, dataSource)).find((each) => each.orderType === orderType);
      const { truckLoad } = source?.rules ?? DEFAULT_MATERIAL_RULES[orderType];
      const plants = orNotFound(await findPlantLoad(database, { ...query, truckLoad }));
      return { day, asOf: new Date().toISOString(), plants };
    },

    async rules(): Promise<Answer<typeof listRequestRules>> {
      const sources = await listRules(database);
      return sources.map(({ dataSource, name, orderType, rules: stored }) => {
        const rules = stored ?? DEFAULT_MATERIAL_RULES[orderType];
        return { dataSource, name, orderType, isDefault: stored === null, rules: { ...rules, workDays: [...rules.workDays] } };
      });
    },

    async saveRules(caller: Caller, requestId: string, { dataSource, orderType, rules, replaces }: Input<typeof saveRequestRules>['body']) {
      if (rules.closesAt < rules.opensAt)
        throw new ApiError('validation-failed', { fieldErrors: { 'rules.closesAt': [MESSAGES.hoursOrder] } });
      const [source] = await listRules(database, dataSource);
      const { id } = orNotFound(source);
      await database.transaction('system', async (transaction) => {
        const place = { dataSourceId: id, orderType };
        const before = (await lockRules(transaction, place)) ?? DEFAULT_MATERIAL_RULES[orderType];
        if (replaces && !areSameRules(before, replaces)) throw new ApiError('conflict', { detail: MESSAGES.rulesChanged });
        await saveRules(transaction, place, rules, caller.userId);
        const entry = { userId: caller.userId, customerId: null, action: 'order-requests.rules', subject: dataSource, requestId } as const;
        await recordAudit(transaction, { ...entry, detail: { orderType, ...rules } });
      });
      return { message: MESSAGES.rulesSaved };
    },
  };
}

const MIN_MINUTES = 15;

function areSameRules(one: RequestRules, other: RequestRules): boolean {
  return (Object.keys(one) as (keyof RequestRules)[]).every((name) => String(one[name]) === String(other[name]));
}
