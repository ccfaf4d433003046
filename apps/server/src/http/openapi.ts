import type { Endpoint } from '@yardage/contract/endpoint';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { problemSchema } from '@yardage/contract/errors';
import { HEADERS } from '@yardage/contract/headers';
import { rolesOf } from '@yardage/contract/staff-roles';
import { z } from 'zod';
import { acceptsIdempotencyKey } from './idempotency.ts';
import { isReadableWithKey } from './service-keys.ts';

type Json = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(title: string, server: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of ENDPOINTS) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1', description: 'Everything the portal calls; errors are RFC 9457 problem documents.' },
    servers: [{ url: `${server}/api` }],
    paths,
    components: {
      schemas: { Problem: schemaOf(problemSchema, 'output') },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        subscriptionKey: { type: 'apiKey', in: 'header', name: HEADERS.subscriptionKey },
        serviceKey: {
          type: 'apiKey',
          in: 'header',
          name: HEADERS.serviceKey,
          description: 'Made by staff, with scopes, or by a customer, for reading. Send it without a token.',
        },
      },
    },
  };
}

/** Describes in a sentence who may call an endpoint. */
export function describeAccess({ access }: Endpoint): string {
  if ('anyOf' in access) return `Needs ${access.anyOf.join(' or ')}.`;
  if ('service' in access) return `For machines whose service key has the scope ${access.service}.`;
  if ('staff' in access) return `For the supplier's people: ${[...new Set(access.staff.flatMap(rolesOf))].join(', ')}.`;
  return 'signedIn' in access ? `Needs sign-in: ${access.signedIn}.` : `Public: ${access.public}.`;
}

function operation(endpoint: Endpoint): Json {
  const file = { schema: { type: 'string', format: 'binary' } };
  const answers: Json = endpoint.answersFile
    ? Object.fromEntries(endpoint.answersFile.split(/, | or /).map((type) => [type, file]))
    : { [endpoint.answersStream ? 'application/x-ndjson' : 'application/json']: { schema: schemaOf(endpoint.answer, 'output') } };
  if (endpoint.answersPdf) answers['application/pdf'] = file;
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: `${describeAccess(endpoint)} (${endpoint.requirement})`,
    tags: [endpoint.id.split('.')[0]],
    security: securityOf(endpoint),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...scopeHeaders(endpoint),
      ...keyHeader(endpoint),
    ],
    ...(endpoint.body
      ? { requestBody: { required: true, content: { [bodyType(endpoint)]: { schema: bodySchema(endpoint, endpoint.body) } } } }
      : {}),
    responses: {
      200: { description: 'Done', content: answers },
      '4XX': { description: 'Refused', ...problem },
      '5XX': { description: 'A fault of the portal, or it is away: `Retry-After` says when to call again', ...problem },
    },
  };
}

const problem = { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } };

/** Returns the alternative credentials of an endpoint. A customer's own key alone is enough to read the customer's records. */
function securityOf(endpoint: Endpoint): Json[] {
  const { access } = endpoint;
  if ('service' in access) return [{ serviceKey: [] }];
  const signedIn = { subscriptionKey: [], ...('public' in access ? {} : { token: [] }) };
  return isReadableWithKey(endpoint) ? [{ serviceKey: [] }, signedIn] : [signedIn];
}

function bodyType({ takesFiles }: Endpoint): string {
  return takesFiles ? 'multipart/form-data' : 'application/json';
}

function bodySchema({ takesFiles }: Endpoint, body: z.ZodType): Json {
  const schema = schemaOf(body, 'input');
  if (!takesFiles) return schema;
  const files = { type: 'array', maxItems: takesFiles.maxCount, items: { type: 'string', format: 'binary' } };
  return { ...schema, properties: { ...(schema.properties as Json), [takesFiles.field]: files } };
}

function parameters(shape: Endpoint['params'], place: 'path' | 'query'): Json[] {
  return Object.entries(shape?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !(schema as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(schema as z.ZodType, 'input'),
  }));
}

function scopeHeaders({ scope, usesSelectedCustomer }: Endpoint): Json[] {
  if (scope !== 'customer' && !usesSelectedCustomer) return [];
  return [HEADERS.customerNumber, HEADERS.globalCustomerNumber, HEADERS.datasourceId].map((name) => ({
    name,
    in: 'header',
    required: false,
    description: 'Percent-encoded if it has a percent sign or letters beyond ASCII.',
    schema: { type: 'string' },
  }));
}

function keyHeader(endpoint: Endpoint): Json[] {
  if (!acceptsIdempotencyKey(endpoint)) return [];
  const description =
    'Names this write for a day: sending it again with the same key and content does it once and returns the first answer.';
  return [
    { name: HEADERS.idempotencyKey, in: 'header', required: false, description, schema: { type: 'string', minLength: 8, maxLength: 200 } },
  ];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
