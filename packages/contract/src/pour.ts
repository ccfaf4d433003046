import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { SHARE_MAX_HOURS } from '@yardage/domain/pour-facts';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, dataset, idInPath, moment, quantity } from './scalars.ts';

const arrival = z.strictObject({ estimatedAt: moment, earliestAt: moment, latestAt: moment });

/** A load of the board, with every time that is known. */
export const pourLoad = z.strictObject({
  id: z.int(),
  ticketNumber: z.string(),
  loadNumber: z.int(),
  statusId: z.int(),
  truckNumber: z.string().nullable(),
  quantity,
  dueAt: moment.nullable(),
  ticketedAt: moment,
  loadedAt: moment.nullable(),
  leftAt: moment.nullable(),
  arrivedAt: moment.nullable(),
  pourStartedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  /** Whether the last sign-off rejected it. */
  isRejected: z.boolean(),
  /** Null once the truck has arrived, if it is unknown, and for those who may not see trucks. */
  eta: arrival.nullable(),
});
export type SentPourLoad = z.infer<typeof pourLoad>;

/** What the pour board is computed from, by the rules of `domain/pour.ts`. It has no prices. */
export const pourAnswer = z.strictObject({
  /** The server's time, so that a wrong clock of the reader does no harm. */
  asOf: moment,
  orderNumber: z.string(),
  orderType: z.int(),
  orderStatusId: z.int(),
  job: z.string(),
  product: z.string(),
  unitOfMeasure: z.string(),
  /** Null for what is not sold on pallets. */
  piecesPerPallet: z.int().nullable(),
  plant: z.string(),
  timeZone: z.string(),
  ordered: quantity,
  startsAt: moment,
  intervalMinutes: z.int().nullable(),
  loadCount: z.int(),
  /** Concrete older than this is marked; null for materials that do not age. */
  maxAgeMinutes: z.int().nullable(),
  /** Whether the reader may see where the trucks are. */
  hasTrucks: z.boolean(),
  /** Loads that are not cancelled, by load number. */
  loads: z.array(pourLoad),
});
export type PourAnswer = z.infer<typeof pourAnswer>;

const orderParams = customerParams.extend({ orderId: idInPath });
const orderQuery = z.object({ ...customerQuery, dataset: dataset.optional() });

export const getPour = defineEndpoint({
  id: 'pour.board',
  requirement: 'POUR-01',
  summary: 'The pour board of an order: its quantities and loads with all times; expected arrivals only with truck-tracking.view',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/orders/:orderId/pour',
  access: { anyOf: [PERMISSIONS.ORDERS_VIEW] },
  scope: 'customer',
  params: orderParams,
  query: orderQuery,
  answer: pourAnswer,
});

/** A link to the pour board of an order, as those see it who may share. Its address is shown once, when it is made. */
export const shareLink = z.strictObject({
  id: z.int(),
  /** Who the link is for, in the words of the user. */
  label: z.string(),
  createdAt: moment,
  createdBy: z.string().nullable(),
  expiresAt: moment,
  revokedAt: moment.nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
  viewCount: z.int(),
  lastViewedAt: moment.nullable(),
});
export type ShareLink = z.infer<typeof shareLink>;

const sharing = { requirement: 'SHR-01', access: { anyOf: [PERMISSIONS.ORDERS_SHARE] }, scope: 'customer' } as const;

export const listShareLinks = defineEndpoint({
  id: 'shares.list',
  summary: 'The links to the pour board of an order, newest first',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/orders/:orderId/shares',
  ...sharing,
  params: orderParams,
  query: orderQuery,
  answer: z.array(shareLink),
});

export const createShareLink = defineEndpoint({
  id: 'shares.create',
  summary: 'Makes a link that shows the trucks and the pour board of one order to whoever has it; its address is answered this once',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/orders/:orderId/shares',
  ...sharing,
  params: orderParams,
  query: orderQuery,
  body: z.strictObject({
    label: z
      .string()
      .trim()
      .min(1, { error: () => CONTRACT_MESSAGES.shareLabel })
      .max(60),
    hours: z
      .int({ error: () => CONTRACT_MESSAGES.shareHours(SHARE_MAX_HOURS / 24) })
      .min(1, { error: () => CONTRACT_MESSAGES.shareHours(SHARE_MAX_HOURS / 24) })
      .max(SHARE_MAX_HOURS, { error: () => CONTRACT_MESSAGES.shareHours(SHARE_MAX_HOURS / 24) }),
  }),
  answer: z.strictObject({ link: shareLink, url: z.string() }),
  answersSecret: true,
  weight: 10,
});

export const revokeShareLink = defineEndpoint({
  id: 'shares.revoke',
  summary: 'Ends a link at once',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/orders/:orderId/shares/:id/revoke',
  ...sharing,
  params: orderParams.extend({ id: idInPath }),
  query: orderQuery,
  answer: shareLink,
});

/** The board of a link, with the trucks that are under way. */
export const sharedBoard = pourAnswer.extend({
  /** The supplier's name, for the head of the page. */
  supplier: z.string(),
  expiresAt: moment,
  /** If the supplier's systems have sent nothing for too long: when they last did (FED-13). */
  staleSince: moment.nullable(),
  /** How far the trucks on the road are from the job, as the crow flies. Their positions are not sent. */
  trucks: z.array(z.strictObject({ loadId: z.int(), distanceMeters: z.int(), recordedAt: moment })),
});
export type SharedBoard = z.infer<typeof sharedBoard>;

export const getSharedBoard = defineEndpoint({
  id: 'shares.board',
  requirement: 'SHR-01',
  summary: 'The trucks and the pour board of the order that a link was made for',
  method: 'POST',
  path: '/shared/board',
  access: { public: 'people without an account follow one order through a link' },
  scope: 'none',
  countsUnknownOnly: true,
  ignoresIdempotencyKey: true,
  body: z.strictObject({ token: z.string().max(100), isFirst: z.boolean() }),
  answer: sharedBoard,
});
