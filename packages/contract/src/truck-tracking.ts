import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, idInPath, moment, quantity } from './scalars.ts';

const coordinate = z.strictObject({ latitude: z.number(), longitude: z.number() });

/** When a truck is expected on its job. Unknown values are null, and `isEtaCalculated` says so (API-63). */
export const truckEta = z.strictObject({
  estimatedArrivalTime: moment.nullable(),
  /** The span around it; wider for a standing truck or an old fix. */
  earliestArrivalTime: moment.nullable(),
  latestArrivalTime: moment.nullable(),
  isEtaCalculated: z.boolean(),
  /** When it was computed. */
  calculatedAt: moment.nullable(),
  jobCordinate: coordinate.nullable(),
});
export type TruckEta = z.infer<typeof truckEta>;

/** Where a truck is, by its last fix (TRK-06). */
export const truckPosition = z.strictObject({
  truckId: z.int(),
  zonarAccount: z.string(),
  fleet: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** Degrees clockwise from north. */
  heading: z.number(),
  speed: z.strictObject({ value: z.number(), unit: z.string() }),
  power: z.boolean(),
  recordedAt: moment,
});
export type TruckPosition = z.infer<typeof truckPosition>;

/** A truck on an active ticket of the customer (TRK-05), with its last position. */
export const activeTruck = z.strictObject({
  truckId: z.int(),
  truckNumber: z.string(),
  zonarAccount: z.string(),
  ticketId: z.int(),
  ticketStatusId: z.int(),
  /** Whether the load was rejected on the job. Its truck stays listed until it leaves, but the load counts nowhere. */
  isRejected: z.boolean(),
  /** The status of its order: a cancelled order has nothing delivered or under way (ORD-22). */
  orderStatusId: z.int(),
  ticketNumber: z.string(),
  ticketLoadNumber: z.int(),
  driverName: z.string().nullable(),
  productTicketQuantity: quantity,
  unitOfMeasure: z.string(),
  productSlump: z.string().nullable(),
  productNumber: z.string(),
  productDescription: z.string(),
  ticketNotes: z.string().nullable(),
  /** The order's id. */
  jobId: z.int(),
  job: z.string(),
  /** The customer's job number; several orders may share it. */
  jobNumber: z.string().nullable(),
  jobAddress: z.string(),
  jobLat: z.number().nullable(),
  jobLong: z.number().nullable(),
  plant: z.string(),
  plantAddress: z.string(),
  plantLat: z.number(),
  plantLong: z.number(),
  orderNumber: z.string(),
  orderType: z.int(),
  productOrderedQuantity: quantity,
  productDeliveredQuantity: quantity,
  productInTransitQuantity: quantity,
  jobStartTime: moment.nullable(),
  /** Minutes between loads. */
  scheduledLoadInterval: z.int().nullable(),
  /** When the truck was loaded; null until then. */
  loadedAt: moment.nullable(),
  eta: truckEta,
  /** The last fix; null for a truck that never sent one. */
  position: truckPosition.nullable(),
});
export type ActiveTruck = z.infer<typeof activeTruck>;

/** The fields of all active trucks that change between two polls. */
export const boardUpdate = z.strictObject({
  trucks: z.array(
    z.strictObject({
      truckId: z.int(),
      ticketId: z.int(),
      ticketStatusId: z.int(),
      isRejected: z.boolean(),
      orderStatusId: z.int(),
      eta: truckEta,
      position: truckPosition.nullable(),
    }),
  ),
});
export type BoardUpdate = z.infer<typeof boardUpdate>;

const BOARD = '/customers/:globalCustomerNumber/truck-tracking';
const boardQuery = z.object({ ...customerQuery });
const degrees = (limit: number) =>
  z.coerce
    .number({ error: () => CONTRACT_MESSAGES.number })
    .min(-limit)
    .max(limit)
    .optional();
const latitude = degrees(90);
const longitude = degrees(180);

export const listActiveTrucks = defineEndpoint({
  id: 'truck-tracking.active',
  requirement: 'API-61',
  summary: 'The trucks on active tickets of a customer, with position and expected arrival',
  method: 'GET',
  path: `${BOARD}/active-trucks`,
  access: { anyOf: [PERMISSIONS.TRUCK_TRACKING_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: boardQuery,
  answer: z.array(activeTruck),
});

export const listPositions = defineEndpoint({
  id: 'truck-tracking.positions',
  requirement: 'TRK-12',
  summary: 'Status, position and expected arrival of all these trucks at once, for the poll of an open board',
  method: 'GET',
  path: `${BOARD}/positions`,
  access: { anyOf: [PERMISSIONS.TRUCK_TRACKING_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: boardQuery,
  answer: boardUpdate,
});

export const getTruck = defineEndpoint({
  id: 'truck-tracking.truck',
  requirement: 'API-62',
  summary: 'Where one truck is; only a truck on an active ticket of the customer',
  method: 'GET',
  path: `${BOARD}/:truckId`,
  access: { anyOf: [PERMISSIONS.TRUCK_TRACKING_VIEW] },
  scope: 'customer',
  params: customerParams.extend({ truckId: idInPath }),
  query: boardQuery.extend({ zonarAccount: z.string().trim().min(1).max(60).optional() }),
  answer: truckPosition,
});

export const getEta = defineEndpoint({
  id: 'truck-tracking.eta',
  requirement: 'API-63',
  summary:
    'When a truck is expected on a job; the server trusts its own fixes and takes the coordinates of the caller only to know which truck is meant',
  method: 'GET',
  path: `${BOARD}/eta`,
  access: { anyOf: [PERMISSIONS.TRUCK_TRACKING_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: boardQuery.extend({
    jobId: idInPath,
    /** The most reliable way to name the truck. */
    truckId: idInPath.optional(),
    /** Both lines of an order's address, each as long as supply accepts them. */
    jobAddress: z.string().trim().max(500).optional(),
    jobLatitude: latitude,
    jobLongitude: longitude,
    truckLatitude: latitude,
    truckLongitude: longitude,
    plantLatitude: latitude,
    plantLongitude: longitude,
  }),
  answer: truckEta,
});

const end = (limit: number) =>
  z.coerce
    .number({ error: () => CONTRACT_MESSAGES.number })
    .min(-limit)
    .max(limit);

/** A truck's route, as coordinates along it. */
export const routeAnswer = z.strictObject({
  points: z.array(coordinate),
  distanceMeters: z.number(),
  durationSeconds: z.number(),
});
export type RouteAnswer = z.infer<typeof routeAnswer>;

export const getRoute = defineEndpoint({
  id: 'maps.route',
  requirement: 'API-64',
  summary:
    'The way for a truck between two coordinates: one that is under way to a job of the customer, from where it is or from its plant',
  method: 'GET',
  path: '/maps/route',
  access: { anyOf: [PERMISSIONS.TRUCK_TRACKING_VIEW] },
  scope: 'customer',
  query: boardQuery.extend({ fromLatitude: end(90), fromLongitude: end(180), toLatitude: end(90), toLongitude: end(180) }),
  answer: routeAnswer,
  weight: 2,
});
