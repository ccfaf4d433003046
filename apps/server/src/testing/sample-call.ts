import type { Endpoint } from '@yardage/contract/endpoint';
import { z } from 'zod';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { prepareSample } from './prepare-sample.ts';
import { sampleBody } from './sample-bodies.ts';
import type { TestCall } from './test-app.ts';

/** A customer number as tests use it. */
export interface TestCustomer {
  customerId: number;
  customerNumber: string;
  globalCustomerNumber: string;
  datasourceId: number;
  dataset: string;
  companyName: string;
}

/** Returns the customers that a user has access to, in the user's own order. */
export const customersOf = (database: Database, email: string): Promise<TestCustomer[]> => findCustomers(database, email, 'in');
/** Returns the customers that a user has no access to. */
export const foreignCustomersOf = (database: Database, email: string): Promise<TestCustomer[]> => findCustomers(database, email, 'not in');

async function findCustomers(database: Database, email: string, where: 'in' | 'not in'): Promise<TestCustomer[]> {
  const granted = sql`select m.customer_id from members m join users u on u.id = m.user_id where u.email = ${email} and m.status_id = 2`;
  const rows = await database.read<TestCustomer[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('customerId', c.id, 'customerNumber', c.customer_number, 'globalCustomerNumber', c.global_customer_number,
        'datasourceId', d.id, 'dataset', d.code, 'companyName', c.company_name)
        order by (select min(m.position) from members m join users u on u.id = m.user_id where u.email = ${email} and m.customer_id = c.id), c.id), '[]') as answer
      from customers c join data_sources d on d.id = c.data_source_id
      where c.id ${sql.raw(where)} (${granted})`,
  );
  return rows ?? [];
}

/**
 * Returns a valid call of any endpoint for a customer, generated from its declaration. Ids in the path are looked up in the table
 * that the path names; bodies and required parameters are generated from their schemas.
 */
export async function sampleCall(
  database: Database,
  endpoint: Endpoint,
  customer: TestCustomer,
  email = 'owner@example.com',
): Promise<TestCall> {
  const prepared = await prepareSample(database, endpoint.id, customer.customerId, email);
  const scope: Record<string, string | number> = { ...customer };
  const params: Record<string, string | number> = {};
  for (const name of Object.keys(endpoint.params?.shape ?? {})) {
    params[name] = prepared.params?.[name] ?? scope[name] ?? (await sampleKey(database, endpoint, name, customer.customerId));
  }
  const query: Record<string, string | number> = {};
  for (const [name, schema] of Object.entries(endpoint.query?.shape ?? {})) {
    if (scope[name] !== undefined) query[name] = scope[name];
    else if (!(schema as z.ZodType).safeParse(undefined).success) query[name] = sampleFor(schema as z.ZodType) as string;
  }
  Object.assign(query, prepared.query);
  if (!endpoint.body) return { params, query };
  const special = await sampleBody(database, endpoint, customer);
  if (special) return { params, query, body: special };
  const body = sampleFor(endpoint.body) as object;
  const sent = await withOwnIds(database, { ...body, ...prepared.body }, customer.customerId);
  return { params, query, body: sent, ...(prepared.files ? { files: prepared.files } : {}) };
}

/** Tables whose name differs from the one in the path. */
const TABLE_OF_PATH: Readonly<Record<string, string>> = { carthistory: 'payments' };

/** Returns a key from the table named before the parameter: `/orders/:orderId` gives the id of one of the customer's orders. */
async function sampleKey(database: Database, endpoint: Endpoint, name: string, customerId: number): Promise<string | number> {
  const named = new RegExp(`/([a-z-]+)/:${name}`).exec(endpoint.path)?.[1]?.replaceAll('-', '_');
  const table = TABLE_OF_PATH[named ?? ''] ?? named;
  if (!table) throw new Error(`${endpoint.id}: the path does not tell what :${name} is`);
  return ownKey(
    database,
    table,
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    customerId,
  );
}

/** Returns a key of the customer's newest row: the named column if the table has it, otherwise the id. */
async function ownKey(database: Database, table: string, column: string, customerId: number): Promise<string | number> {
  const hasColumn = await hasColumnOf(database, table, column);
  const key = sql.identifier(hasColumn ? column : 'id');
  const value = await database.read<string>(
    'system',
    sql`select ${key}::text as answer from ${sql.identifier(table)} where customer_id = ${customerId} order by id desc limit 1`,
  );
  if (!value) throw new Error(`customer ${customerId} has nothing in ${table}`);
  return hasColumn ? value : Number(value);
}

const knownColumns = new Map<string, boolean>();

async function hasColumnOf(database: Database, table: string, column: string): Promise<boolean> {
  const key = `${table}.${column}`;
  const known = knownColumns.get(key);
  if (known !== undefined) return known;
  const found = await database.read<boolean>(
    'system',
    sql`select exists (select from information_schema.columns where table_name = ${table} and column_name = ${column}) as answer`,
  );
  knownColumns.set(key, found === true);
  return found === true;
}

/** Fills lists of ids in a body with the customer's own: `ticketIds` from tickets. */
async function withOwnIds(database: Database, body: unknown, customerId: number): Promise<unknown> {
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).map(async ([name, value]) => {
    const table = /^(\w+)Ids$/.exec(name)?.[1];
    return [name, table ? [await ownKey(database, `${table}s`, 'id', customerId).then(Number)] : value];
  });
  return Object.fromEntries(await Promise.all(entries));
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

const knownSamples = new WeakMap<z.ZodType, unknown>();

/** Returns a sample of a schema. Sweeps ask for the same ones again and again, and the JSON schema takes longer than the call. */
function sampleFor(schema: z.ZodType): unknown {
  if (!knownSamples.has(schema)) knownSamples.set(schema, sampleOf(z.toJSONSchema(schema, { io: 'input' })));
  return structuredClone(knownSamples.get(schema));
}

/** Returns the simplest value that a schema allows. */
function sampleOf(schema: JsonSchema): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0] as JsonSchema);
  if (schema.allOf) return sampleOf(Object.assign({}, ...schema.allOf) as JsonSchema);
  if (schema.type === 'object') {
    const required = new Set(schema.required ?? []);
    const entries = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name));
    return Object.fromEntries(entries.map(([name, each]) => [name, sampleOf(each as JsonSchema)]));
  }
  if (schema.type === 'array') return [sampleOf(schema.items as JsonSchema)];
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (schema.type === 'boolean') return true;
  if (schema.format === 'email') return 'someone@example.com';
  if (schema.format === 'date') return '2026-01-15';
  return 'A sample of some length'.slice(0, schema.maxLength ?? 40).padEnd(schema.minLength ?? 1, 'x');
}
