import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { dataSourceCode } from './scalars.ts';
import { momentWithOffset, supplyKey } from './supply-fields.ts';

/** Most items in a batch. */
export const MAX_BATCH_SIZE = 500;

const ourId = z.int().positive().optional();
const sourceOfKey = dataSourceCode.optional();

/**
 * A truck's position. The truck is named by the supplier's key, by its account and fleet number at the telemetry provider, or by our id.
 */
export const positionFix = z
  .strictObject({
    dataSource: sourceOfKey.describe('With `truckKey`: the code of the data source of that key.'),
    truckKey: supplyKey.optional().describe('Key of a record of trucks.'),
    zonarAccount: z.string().trim().min(1).max(60).optional().describe("The truck's `telemetryAccount`; with `fleet`."),
    fleet: z.string().trim().min(1).max(60).optional().describe("The truck's `number`; with `zonarAccount`."),
    truckId: ourId.describe("The portal's own id."),
    latitude: z.number().min(-90, 'Use degrees from -90 to 90.').max(90, 'Use degrees from -90 to 90.'),
    longitude: z.number().min(-180, 'Use degrees from -180 to 180.').max(180, 'Use degrees from -180 to 180.'),
    heading: z
      .number()
      .min(0, 'Use degrees from 0 to 360.')
      .max(360, 'Use degrees from 0 to 360.')
      .describe('Degrees clockwise from north.'),
    speed: z.strictObject({ value: z.number().min(0).max(150, 'No truck drives so fast.'), unit: z.enum(['mph', 'km/h']) }),
    power: z.boolean().describe('Whether the engine runs.'),
    recordedAt: momentWithOffset.describe('When the receiver took the position, with `Z` or an offset.'),
  })
  .refine(({ latitude, longitude }) => latitude !== 0 || longitude !== 0, {
    error: 'A receiver without a fix sends 0, 0.',
    path: ['latitude'],
  })
  .refine(
    ({ truckId, zonarAccount, fleet, dataSource, truckKey }) =>
      truckId !== undefined || (zonarAccount !== undefined && fleet !== undefined) || (dataSource !== undefined && truckKey !== undefined),
    { error: 'Name the truck by dataSource and truckKey, by zonarAccount and fleet, or by truckId.', path: ['truckId'] },
  );
export type PositionFix = z.infer<typeof positionFix>;

/**
 * What happened to a load: its ticket reached a status (TRK-07), or its truck left the job. The ticket is named by the supplier's key or by
 * our id.
 */
export const ticketEvent = z
  .strictObject({
    dataSource: sourceOfKey.describe('With `ticketKey`: the code of the data source of that key.'),
    ticketKey: supplyKey.optional().describe('Key of a record of tickets.'),
    ticketId: ourId.describe("The portal's own id."),
    statusId: z.int().min(1).max(6).optional().describe('1 ticketed, 2 loaded, 3 to job, 4 on job, 5 start unloading, 6 finish unloading.'),
    hasLeftJob: z.literal(true).optional().describe('The truck left the job.'),
    at: momentWithOffset.describe('When it happened, with `Z` or an offset.'),
  })
  .refine(({ ticketId, dataSource, ticketKey }) => ticketId !== undefined || (dataSource !== undefined && ticketKey !== undefined), {
    error: 'Name the ticket by dataSource and ticketKey, or by ticketId.',
    path: ['ticketKey'],
  })
  .refine(({ statusId, hasLeftJob }) => (statusId === undefined) !== (hasLeftJob === undefined), {
    error: 'Send either statusId or hasLeftJob.',
    path: ['statusId'],
  });
export type TicketEvent = z.infer<typeof ticketEvent>;

/** A batch whose items are validated one by one, so that a bad item does not reject the others. OpenAPI still shows the item's schema. */
const batchOf = (item: z.ZodType) => {
  const { $schema: _, ...shape } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' });
  return z.array(z.unknown().meta(shape)).min(1, 'Send at least one.').max(MAX_BATCH_SIZE, `Send at most ${MAX_BATCH_SIZE} at a time.`);
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
  itemsIn: 'positions',
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
  itemsIn: 'events',
  answer: taken,
});
