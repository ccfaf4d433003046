import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { moment } from './scalars.ts';

/** Most items in a batch. */
export const MOST_IN_A_BATCH = 500;

/** A truck's position. The truck is named by our id, or by its account and fleet number at the telemetry provider. */
export const positionFix = z
  .strictObject({
    truckId: z.int().positive().optional(),
    zonarAccount: z.string().trim().min(1).max(60).optional(),
    fleet: z.string().trim().min(1).max(60).optional(),
    latitude: z.number().min(-90, 'Use degrees from -90 to 90.').max(90, 'Use degrees from -90 to 90.'),
    longitude: z.number().min(-180, 'Use degrees from -180 to 180.').max(180, 'Use degrees from -180 to 180.'),
    /** Degrees clockwise from north. */
    heading: z.number().min(0, 'Use degrees from 0 to 360.').max(360, 'Use degrees from 0 to 360.'),
    speed: z.strictObject({ value: z.number().min(0).max(150, 'No truck drives so fast.'), unit: z.enum(['mph', 'km/h']) }),
    power: z.boolean(),
    recordedAt: moment,
  })
  .refine(({ latitude, longitude }) => latitude !== 0 || longitude !== 0, {
    error: 'A receiver without a fix sends 0, 0.',
    path: ['latitude'],
  })
  .refine(({ truckId, zonarAccount, fleet }) => truckId !== undefined || (zonarAccount !== undefined && fleet !== undefined), {
    error: 'Name the truck by truckId, or by zonarAccount and fleet.',
    path: ['truckId'],
  });
export type PositionFix = z.infer<typeof positionFix>;

/** What happened to a load: its ticket reached a status (TRK-07), or its truck left the job. */
export const ticketEvent = z.union([
  z.strictObject({ ticketId: z.int().positive(), statusId: z.int().min(1).max(6), at: moment }),
  z.strictObject({ ticketId: z.int().positive(), hasLeftJob: z.literal(true), at: moment }),
]);
export type TicketEvent = z.infer<typeof ticketEvent>;

/** A batch whose items are validated one by one, so that a bad item does not reject the others. OpenAPI still shows the item's schema. */
const batchOf = (item: z.ZodType) => {
  const { $schema: _, ...shape } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' });
  return z.array(z.unknown().meta(shape)).min(1, 'Send at least one.').max(MOST_IN_A_BATCH, `Send at most ${MOST_IN_A_BATCH} at a time.`);
};

/** Result of a batch. Items that were already known or are outdated count as taken and change nothing. */
const taken = z.strictObject({
  taken: z.int(),
  refused: z.array(z.strictObject({ index: z.int(), reason: z.string() })),
});
export type Taken = z.infer<typeof taken>;

export const postPositions = defineEndpoint({
  id: 'telemetry.positions',
  requirement: 'TRK-06',
  summary: 'Fixes of trucks, in any order, each as often as it comes',
  method: 'POST',
  path: '/telemetry/positions',
  access: { service: 'telemetry:write' },
  scope: 'none',
  body: z.strictObject({ positions: batchOf(positionFix) }),
  answer: taken,
});

export const postTicketEvents = defineEndpoint({
  id: 'telemetry.ticket-events',
  requirement: 'TRK-07',
  summary:
    "What happened to loads, in any order; a status never goes back and a moment is set once. Orders' quantities and statuses follow",
  method: 'POST',
  path: '/telemetry/ticket-events',
  access: { service: 'telemetry:write' },
  scope: 'none',
  body: z.strictObject({ events: batchOf(ticketEvent) }),
  answer: taken,
});
