import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { CHANGE_KINDS, PLACEMENTS, REQUEST_KINDS, REQUEST_STATES, UNLOADINGS } from '@yardage/domain/request-states';
import { z } from 'zod';
import { clientKey } from './chat.ts';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { REQUEST_FILTERS, REQUEST_SORT_KEYS } from './lists.ts';
import { pagedResult, pageParams } from './paging.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, day, idInPath, moment, oneOf, quantity } from './scalars.ts';

/** A clock time in the data source's time zone. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => CONTRACT_MESSAGES.clockTime });
export const materialType = z.literal(Object.values(ORDER_TYPE)).meta({ examples: [1] });
/** A quantity that somebody asks for; the rules of the data source are checked later. */
export const wantedQuantity = z
  .number({ error: () => CONTRACT_MESSAGES.quantityAboveZero })
  // Stored with two decimals.
  .min(0.01, { error: () => CONTRACT_MESSAGES.quantityAboveZero })
  .max(100_000)
  .meta({ examples: [10] });
const MAX_SPACING_MINUTES = 600;
export const spacingMinutes = z
  .int({ error: () => CONTRACT_MESSAGES.wholeMinutes(MAX_SPACING_MINUTES) })
  .min(1, { error: () => CONTRACT_MESSAGES.wholeMinutes(MAX_SPACING_MINUTES) })
  .max(MAX_SPACING_MINUTES, { error: () => CONTRACT_MESSAGES.wholeMinutes(MAX_SPACING_MINUTES) })
  .meta({ examples: [15] });

export const MAX_REQUEST_NOTE = 1000;
const line = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, { error: () => CONTRACT_MESSAGES.textLimit(limit) });
const optionalLine = (limit: number) =>
  line(limit)
    .nullish()
    .transform((text) => text || null);
export const requestNote = optionalLine(MAX_REQUEST_NOTE);

/** What dispatch offers instead. */
export const requestProposal = z.strictObject({
  plant: z.string(),
  startsAt: moment,
  quantity,
  intervalMinutes: z.int().nullable(),
});
export type RequestProposal = z.infer<typeof requestProposal>;

/** A row of the list of requests. It has no prices, for any role. */
export const requestRow = z.strictObject({
  id: z.int(),
  number: z.string(),
  kind: z.enum(REQUEST_KINDS),
  state: z.enum(REQUEST_STATES),
  version: z.int(),
  orderId: z.int().nullable(),
  orderNumber: z.string().nullable(),
  job: z.string(),
  jobAddress: z.string(),
  mix: z.string(),
  startsAt: moment,
  quantity,
  unitOfMeasure: z.string(),
  orderType: materialType,
  /** Whether the customer comes to the plant. */
  isPickedUp: z.boolean(),
  requestedBy: z.string(),
  createdAt: moment,
});
export type RequestRow = z.infer<typeof requestRow>;

/** One step of a request's timeline. */
export const requestEvent = z.strictObject({
  id: z.int(),
  action: z.enum(['request', 'propose', 'confirm', 'decline', 'accept', 'refuse', 'withdraw', 'expire', 'supply']),
  by: z.string().nullable(),
  isOfDesk: z.boolean(),
  note: z.string().nullable(),
  proposal: requestProposal.nullable(),
  at: moment,
});
export type RequestEvent = z.infer<typeof requestEvent>;

/** One request with everything that was asked for, the proposal of dispatch and its timeline. */
export const requestDetail = requestRow.extend({
  productId: z.int(),
  quoteId: z.int().nullable(),
  quoteNumber: z.string().nullable(),
  plantId: z.int(),
  plant: z.string(),
  jobAddress1: z.string(),
  jobAddress2: z.string().nullable(),
  loadCount: z.int(),
  intervalMinutes: z.int().nullable(),
  yardsPerHour: quantity.nullable(),
  holdQuantity: quantity.nullable(),
  placement: z.enum(PLACEMENTS).nullable(),
  unloading: z.enum(UNLOADINGS).nullable(),
  piecesPerPallet: z.int().nullable(),
  slump: z.string().nullable(),
  admixtures: z.string().nullable(),
  poNumber: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  notes: z.string().nullable(),
  answer: z.string().nullable(),
  proposal: requestProposal.nullable(),
  expiresAt: moment,
  events: z.array(requestEvent),
});
export type RequestDetail = z.infer<typeof requestDetail>;

const REQUESTS = '/customers/:globalCustomerNumber/order-requests';
const access = { anyOf: [PERMISSIONS.ORDERS_REQUEST] } as const;
const requestParams = customerParams.extend({ requestId: idInPath });
const query = z.object({ ...customerQuery });

export const listRequests = defineEndpoint({
  id: 'requests.list',
  requirement: 'REQ-02',
  summary: 'Requests of a customer for pours and changes of orders, the newest first',
  method: 'GET',
  path: REQUESTS,
  access,
  scope: 'customer',
  params: customerParams,
  query: z.object({ ...customerQuery, ...pageParams(REQUEST_SORT_KEYS), state: oneOf(REQUEST_FILTERS).optional() }),
  answer: pagedResult(requestRow),
});

/** The rules of a data source for one material, as the form and the desk know them. */
export const requestRules = z.strictObject({
  leadTimeMinutes: z.int().min(0).max(20_160),
  // Stored with two decimals.
  minimumLoad: z
    .number()
    .min(0.01)
    .max(100_000)
    .meta({ examples: [1] }),
  truckLoad: z
    .number()
    .min(0.01)
    .max(100_000)
    .meta({ examples: [10] }),
  opensAt: clockTime.meta({ examples: ['06:00'] }),
  closesAt: clockTime.meta({ examples: ['16:00'] }),
  workDays: z.array(z.int().min(1).max(7)).min(1).max(7),
  dayBeforeCutOff: clockTime.meta({ examples: ['17:00'] }).nullable(),
  changeCutOffMinutes: z.int().min(0).max(20_160),
  horizonDays: z.int().min(1).max(365),
});

/** What the form offers: materials, jobs and products of the customer, and what they usually order. */
export const requestOptions = z.strictObject({
  /** The materials that the customer can request, with their rules and the clock time at which they usually start. */
  materials: z.array(z.strictObject({ orderType: materialType, rules: requestRules, usualStart: clockTime })),
  /** Where the customer can pick up. */
  plants: z.array(z.strictObject({ id: z.int(), name: z.string(), number: z.string() })),
  timeZone: z.string(),
  /** The jobs of the last year, the last one first. `orderId` is the last order for the job. */
  jobs: z.array(
    z.strictObject({
      orderId: z.int(),
      orderType: materialType,
      plantId: z.int(),
      job: z.string(),
      address: z.string(),
      poNumber: z.string().nullable(),
      productId: z.int(),
      /** The quote of that order, if it still holds. */
      quoteId: z.int().nullable(),
      quantity,
      intervalMinutes: z.int().nullable(),
      lastStartsAt: moment,
    }),
  ),
  /** Mixes and products of active quotes and of earlier orders, those ordered last first; once for each quote. */
  mixes: z.array(
    z.strictObject({
      productId: z.int(),
      orderType: materialType,
      piecesPerPallet: z.int().nullable(),
      quoteId: z.int().nullable(),
      quoteNumber: z.string().nullable(),
      quoteName: z.string().nullable(),
      number: z.string(),
      description: z.string(),
      unitOfMeasure: z.string(),
      slump: z.string().nullable(),
    }),
  ),
  contactName: z.string(),
  contactPhone: z.string().nullable(),
  /** What the order that is repeated has besides its own fields, with all that its request asked for. */
  repeated: z
    .strictObject({
      productId: z.int(),
      plantId: z.int(),
      isPickedUp: z.boolean(),
      holdQuantity: quantity.nullable(),
      /** Only if the spacing of the order is still the one of this rate. */
      yardsPerHour: quantity.nullable(),
      placement: z.enum(PLACEMENTS).nullable(),
      unloading: z.enum(UNLOADINGS).nullable(),
      slump: z.string().nullable(),
      admixtures: z.string().nullable(),
      contactName: z.string().nullable(),
      contactPhone: z.string().nullable(),
      notes: z.string().nullable(),
    })
    .nullable(),
});
export type RequestOptions = z.infer<typeof requestOptions>;

export const getRequestOptions = defineEndpoint({
  id: 'requests.options',
  requirement: 'REQ-01',
  summary: 'What a customer can request: materials with their rules and usual start, jobs, products and plants',
  method: 'GET',
  path: `${REQUESTS}/options`,
  access,
  scope: 'customer',
  params: customerParams,
  /** The order or request that is repeated: its product is offered, too, if it can still be requested. */
  query: query.extend({ order: idInPath.optional(), request: idInPath.optional() }),
  answer: requestOptions,
});

export const getRequest = defineEndpoint({
  id: 'requests.detail',
  requirement: 'REQ-02',
  summary: 'One request with its timeline',
  method: 'GET',
  path: `${REQUESTS}/:requestId`,
  access,
  scope: 'customer',
  params: requestParams,
  query,
  answer: requestDetail,
});

/** The fields of a request. The product decides which of them its material has. A known job is named by one of its orders, a new one by name and address. */
const pourBody = z.strictObject({
  /** Named by the client before it sends: a request that is sent again is the same one. */
  requestKey: clientKey,
  jobOrderId: z.int().positive().nullish(),
  jobName: optionalLine(120),
  jobAddress1: optionalLine(160),
  jobAddress2: optionalLine(160),
  productId: z.int({ error: () => CONTRACT_MESSAGES.mix }).positive({ error: () => CONTRACT_MESSAGES.mix }),
  quoteId: z.int().positive().nullish(),
  quantity: wantedQuantity,
  holdQuantity: wantedQuantity.nullish(),
  day,
  startTime: clockTime,
  intervalMinutes: spacingMinutes.nullish(),
  yardsPerHour: wantedQuantity.nullish(),
  /** Concrete: how it is placed. */
  placement: z.enum(PLACEMENTS).nullish(),
  /** Aggregate and block: how it is unloaded, or that the customer picks it up, at which plant. */
  unloading: z.enum(UNLOADINGS).nullish(),
  isPickedUp: z.boolean().default(false),
  plantId: z.int().positive().nullish(),
  slump: optionalLine(40),
  admixtures: optionalLine(200),
  poNumber: optionalLine(60),
  contactName: optionalLine(80),
  contactPhone: optionalLine(20),
  notes: requestNote,
});

export const requestPour = defineEndpoint({
  id: 'requests.pour',
  requirement: 'REQ-01',
  summary: 'Requests a pour, or a delivery or pickup of aggregate or block; the same key is the same request',
  method: 'POST',
  path: REQUESTS,
  access,
  scope: 'customer',
  params: customerParams,
  query,
  body: pourBody,
  answer: requestDetail,
  ignoresIdempotencyKey: true,
  weight: 10,
});

/** The version that the caller has seen; an answer to an older one is refused. */
export const seenVersion = z.int().positive();

export const withdrawRequest = defineEndpoint({
  id: 'requests.withdraw',
  requirement: 'REQ-02',
  summary: 'Takes a request back that is not answered yet',
  method: 'POST',
  path: `${REQUESTS}/:requestId/withdraw`,
  access,
  scope: 'customer',
  params: requestParams,
  query,
  body: z.strictObject({ note: requestNote }),
  answer: requestDetail,
});

export const answerProposal = defineEndpoint({
  id: 'requests.answer',
  requirement: 'REQ-02',
  summary: 'Accepts or refuses what dispatch proposes',
  method: 'POST',
  path: `${REQUESTS}/:requestId/answer`,
  access,
  scope: 'customer',
  params: requestParams,
  query,
  body: z.strictObject({ version: seenVersion, isAccepted: z.boolean(), note: requestNote }),
  answer: requestDetail,
});

const orderParams = customerParams.extend({ orderId: idInPath });

/** What can be asked for an order now, and what is asked for already. */
export const getOrderChanges = defineEndpoint({
  id: 'requests.order-changes',
  requirement: 'REQ-03',
  summary: 'Which changes of an order can be requested now, and those that are requested',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/orders/:orderId/changes',
  access,
  scope: 'customer',
  params: orderParams,
  query,
  answer: z.strictObject({
    changes: z.array(z.strictObject({ kind: z.enum(CHANGE_KINDS), isLate: z.boolean() })),
    requests: z.array(requestRow),
    rules: requestRules,
    timeZone: z.string(),
    orderType: materialType,
    /** The number of the request that made the order; null if it came another way. */
    requestNumber: z.string().nullable(),
  }),
});

export const requestChange = defineEndpoint({
  id: 'requests.change',
  requirement: 'REQ-03',
  summary: 'Requests a change of an order; the same key is the same request',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/orders/:orderId/changes',
  access,
  scope: 'customer',
  params: orderParams,
  query,
  body: z.strictObject({
    requestKey: clientKey,
    kind: z.enum(CHANGE_KINDS),
    /** For `release` and `move`. */
    day: day.nullish(),
    startTime: clockTime.nullish(),
    /** For `spacing`. */
    intervalMinutes: spacingMinutes.nullish(),
    /** For `add`, and for `balance`: what is still needed after the loads that are ticketed. Zero means that no more is needed. */
    quantity: z.number().min(0).max(100_000).nullish(),
    notes: requestNote,
  }),
  answer: requestDetail,
  ignoresIdempotencyKey: true,
  weight: 10,
});
