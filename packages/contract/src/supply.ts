import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { dataSourceCode, moment, wholeNumber } from './scalars.ts';
import { supplyKey } from './supply-fields.ts';
import { SUPPLY_OUTCOMES, type SupplyOutcome } from './supply-outcomes.ts';
import { SUPPLY_RESOURCE_NAMES, SUPPLY_RESOURCES, type SupplyResource } from './supply-records.ts';

/** Most records in a batch, and most bytes. */
export const MAX_SUPPLY_RECORDS = 1000;
export const MAX_SUPPLY_BYTES = 10 * 1024 * 1024;

const reference = z.strictObject({ resource: z.enum(SUPPLY_RESOURCE_NAMES), key: z.string() });
const messages = z.record(z.string(), z.array(z.string())).describe('Messages by field.');

const result = z.strictObject({
  index: z.int().describe('Position of the record in the batch.'),
  key: z.string().nullable(),
  outcome: z.enum(SUPPLY_OUTCOMES),
  waitsFor: z.array(reference).optional(),
  errors: messages.optional(),
});
export type SupplyResult = z.infer<typeof result>;

const batchAnswer = z.strictObject({
  counts: z.strictObject(Object.fromEntries(SUPPLY_OUTCOMES.map((outcome) => [outcome, z.int()])) as Record<SupplyOutcome, z.ZodInt>),
  released: z.int().describe('Records of earlier batches that waited, or were refused, and are applied now.'),
  results: z.array(result),
});
export type SupplyAnswer = z.infer<typeof batchAnswer>;

/** The records are validated one by one, so that a bad one does not reject the others. OpenAPI still shows their schema. */
const recordsOf = (schema: z.ZodType) => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return z.array(z.unknown().meta(shape)).max(MAX_SUPPLY_RECORDS, { error: () => CONTRACT_MESSAGES.records(MAX_SUPPLY_RECORDS) });
};

/** Data sources belong to none; all other records belong to the one that the batch names. */
const bodyOf = (resource: SupplyResource) => {
  const records = recordsOf(SUPPLY_RESOURCES[resource]);
  const dataSource = dataSourceCode.describe('Code of the data source; all keys of the batch are its keys.');
  const body = resource === 'data-sources' ? z.strictObject({ records }) : z.strictObject({ dataSource, records });
  return body as z.ZodType<{ dataSource?: string; records: unknown[] }>;
};

const putResource = (resource: SupplyResource) =>
  defineEndpoint({
    id: `supply.put-${resource}`,
    requirement: 'FED-02',
    summary: `Creates and updates ${resource.replaceAll('-', ' ')} by the supplier's keys. What refers to a missing record waits for it`,
    method: 'PUT',
    path: `/supply/${resource}`,
    access: { service: `${resource}:write` },
    scope: 'none',
    query: z.object({ atomic: z.enum(['true', 'false']).default('false').describe('True makes the batch all or nothing.') }),
    body: bodyOf(resource),
    itemsIn: 'records',
    answer: batchAnswer,
    maxBodyBytes: MAX_SUPPLY_BYTES,
  });

/** One endpoint per resource, `PUT /supply/{resource}`. */
export const putSupply = Object.fromEntries(SUPPLY_RESOURCE_NAMES.map((resource) => [resource, putResource(resource)])) as Record<
  SupplyResource,
  ReturnType<typeof putResource>
>;

const unappliedRecord = z.strictObject({
  resource: z.enum(SUPPLY_RESOURCE_NAMES),
  dataSource: z.string(),
  key: z.string(),
  updatedAt: moment,
  receivedAt: moment,
  ageSeconds: z.int(),
});

const unappliedQuery = {
  resource: z.enum(SUPPLY_RESOURCE_NAMES).optional(),
  dataSource: dataSourceCode.optional(),
  after: z
    .string()
    .regex(/^\d{1,15}(-\d{1,15})?$/, { error: () => CONTRACT_MESSAGES.nextOfAnswer })
    .default('0'),
  limit: wholeNumber(1, 1000).default(100),
};
const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ total: z.int(), next: z.string().nullable().describe('Pass it as `after` for the next page.'), items: z.array(item) });

export const listWaiting = defineEndpoint({
  id: 'supply.waiting',
  requirement: 'FED-05',
  summary: 'Records that wait for records which have not arrived yet, oldest first',
  method: 'GET',
  path: '/supply/waiting',
  access: { service: 'deliveries:read' },
  scope: 'none',
  query: z.object(unappliedQuery),
  answer: pageOf(unappliedRecord.extend({ waitsFor: z.array(reference) })),
});

export const listRefused = defineEndpoint({
  id: 'supply.refused',
  requirement: 'FED-06',
  summary: 'Records that were refused and not corrected yet, with the reasons, oldest first',
  method: 'GET',
  path: '/supply/refused',
  access: { service: 'deliveries:read' },
  scope: 'none',
  query: z.object(unappliedQuery),
  answer: pageOf(unappliedRecord.extend({ errors: messages })),
});

export const forgetOpenRecord = defineEndpoint({
  id: 'supply.forget-open-record',
  requirement: 'FED-06',
  summary: 'Forgets a record that waits or was refused and of which no version was ever applied, such as one with a mistyped key',
  method: 'DELETE',
  path: '/supply/open-records',
  access: { service: 'deliveries:write' },
  scope: 'none',
  query: z.object({
    resource: z.enum(SUPPLY_RESOURCE_NAMES),
    key: supplyKey.describe('The key of the record, as `/supply/waiting` and `/supply/refused` list it.'),
    dataSource: supplyKey.optional().describe('Code of its data source. Left out for data sources themselves.'),
    updatedAt: z
      .string()
      .max(40)
      .optional()
      .describe('The version to forget, as the list has it. If another one has come since, it stays and the answer is 409.'),
  }),
  answer: z.strictObject({ resource: z.enum(SUPPLY_RESOURCE_NAMES), dataSource: z.string(), key: z.string() }),
});

export const getFreshness = defineEndpoint({
  id: 'supply.freshness',
  requirement: 'FED-13',
  summary: 'When each resource of each data source was last delivered',
  method: 'GET',
  path: '/supply/freshness',
  access: { service: 'deliveries:read' },
  scope: 'none',
  answer: z.strictObject({
    items: z.array(
      z.strictObject({
        dataSource: z.string(),
        resource: z.enum(SUPPLY_RESOURCE_NAMES),
        deliveredAt: moment,
        ageSeconds: z.int(),
        waiting: z.int(),
        refused: z.int(),
      }),
    ),
  }),
});
