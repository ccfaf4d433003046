import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { REQUEST_FILTERS, REQUEST_SORT_KEYS } from './lists.ts';
import {
  clockTime,
  MAX_REQUEST_NOTE,
  materialType,
  requestDetail,
  requestNote,
  requestRow,
  requestRules,
  seenVersion,
  spacingMinutes,
  wantedQuantity,
} from './order-requests.ts';
import { pagedResult, pageParams } from './paging.ts';
import { dataset, day, idInPath, messageAnswer, moment, oneOf, quantity } from './scalars.ts';

const access = { staff: ['requests'] } as const;
const params = z.object({ id: idInPath });

const ofDesk = {
  customerName: z.string(),
  globalCustomerNumber: z.string(),
  dataset: z.string(),
  timeZone: z.string(),
  plantId: z.int(),
  plant: z.string(),
};

/** A row of the desk's queue. */
export const deskRequestRow = requestRow.extend(ofDesk);
export type DeskRequestRow = z.infer<typeof deskRequestRow>;

/** A request as dispatch sees it. */
export const deskRequestDetail = requestDetail.extend({
  ...ofDesk,
  truckLoad: quantity,
  /** The plant of the proposal; names of plants are not unique. */
  proposedPlantId: z.int().nullable(),
  /** The open chat about the request or its order, if there is one. */
  chatSessionId: z.string().nullable(),
  plants: z.array(z.strictObject({ id: z.int(), name: z.string(), number: z.string() })),
});
export type DeskRequestDetail = z.infer<typeof deskRequestDetail>;

export const listDeskRequests = defineEndpoint({
  id: 'desk.requests',
  requirement: 'REQ-05',
  summary: 'Requests of all customers, those that start first on top',
  method: 'GET',
  path: '/desk/requests',
  access,
  scope: 'user',
  query: z.object({ ...pageParams(REQUEST_SORT_KEYS), state: oneOf(REQUEST_FILTERS).optional() }),
  answer: pagedResult(deskRequestRow),
});

export const getDeskRequest = defineEndpoint({
  id: 'desk.request',
  requirement: 'REQ-05',
  summary: 'One request with its timeline, its chat and the plants that could serve it',
  method: 'GET',
  path: '/desk/requests/:id',
  access,
  scope: 'user',
  params,
  answer: deskRequestDetail,
});

export const confirmRequest = defineEndpoint({
  id: 'desk.confirm-request',
  requirement: 'REQ-05',
  summary: 'Confirms a request as it was made. A pour becomes an order, a change is made',
  method: 'POST',
  path: '/desk/requests/:id/confirm',
  access,
  scope: 'user',
  params,
  body: z.strictObject({ version: seenVersion, plantId: z.int().positive().nullish(), note: requestNote }),
  answer: deskRequestDetail,
});

export const proposeRequest = defineEndpoint({
  id: 'desk.propose-request',
  requirement: 'REQ-05',
  summary: 'Proposes another start, quantity, spacing or plant for a pour, which the customer accepts or refuses',
  method: 'POST',
  path: '/desk/requests/:id/propose',
  access,
  scope: 'user',
  params,
  body: z.strictObject({
    version: seenVersion,
    plantId: z.int().positive(),
    day,
    startTime: clockTime,
    quantity: wantedQuantity,
    intervalMinutes: spacingMinutes.nullish(),
    note: requestNote,
  }),
  answer: deskRequestDetail,
});

export const declineRequest = defineEndpoint({
  id: 'desk.decline-request',
  requirement: 'REQ-05',
  summary: 'Declines a request with a reason that the customer reads',
  method: 'POST',
  path: '/desk/requests/:id/decline',
  access,
  scope: 'user',
  params,
  body: z.strictObject({
    version: seenVersion,
    reason: z
      .string({ error: () => CONTRACT_MESSAGES.reason })
      .trim()
      .min(1, { error: () => CONTRACT_MESSAGES.reason })
      .max(MAX_REQUEST_NOTE, { error: () => CONTRACT_MESSAGES.textLimit(MAX_REQUEST_NOTE) }),
  }),
  answer: deskRequestDetail,
});

/** The load of one plant on a day. All lists have 24 entries, one for each hour. */
export const plantLoad = z.strictObject({
  plantId: z.int(),
  plant: z.string(),
  number: z.string(),
  truckCount: z.int(),
  /** What is ordered for sure. */
  ordered: z.array(quantity).length(24),
  /** Will-calls and orders on hold. */
  unsure: z.array(quantity).length(24),
  /** Other requests that wait for an answer. */
  requested: z.array(quantity).length(24),
});
export type PlantLoad = z.infer<typeof plantLoad>;

export const getPlantLoad = defineEndpoint({
  id: 'desk.plant-load',
  requirement: 'REQ-05',
  summary: 'What the plants of a data source have to load on a day, by hour, without one request and the order that it makes or moves',
  method: 'GET',
  path: '/desk/plant-load',
  access,
  scope: 'user',
  query: z.object({
    dataSource: dataset.meta({ examples: ['CONE'] }),
    day,
    /** Only this material counts: yards and tons do not add up. */
    orderType: z.coerce.number().pipe(materialType).default(1),
    exceptRequest: idInPath.optional(),
  }),
  answer: z.strictObject({ day: z.iso.date(), asOf: moment, plants: z.array(plantLoad) }),
});

export const listRequestRules = defineEndpoint({
  id: 'desk.request-rules',
  requirement: 'REQ-01',
  summary: 'The rules for requests of every data source and material',
  method: 'GET',
  path: '/desk/request-rules',
  access,
  scope: 'user',
  answer: z.array(
    z.strictObject({ dataSource: z.string(), name: z.string(), orderType: materialType, isDefault: z.boolean(), rules: requestRules }),
  ),
});

export const saveRequestRules = defineEndpoint({
  id: 'desk.save-request-rules',
  requirement: 'REQ-01',
  summary: 'Changes the rules for requests of a material of a data source',
  method: 'PUT',
  path: '/desk/request-rules',
  access,
  scope: 'user',
  body: z.strictObject({
    dataSource: dataset.meta({ examples: ['CONE'] }),
    orderType: materialType,
    rules: requestRules,
    replaces: requestRules.optional().describe('The rules that are replaced. 409 if they were changed meanwhile.'),
  }),
  answer: messageAnswer,
});
