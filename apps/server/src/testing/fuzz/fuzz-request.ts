import type { Endpoint } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import fc from 'fast-check';
import { z } from 'zod';
import type { TestCall } from '../test-app.ts';
import { hostileJson, hostileText, type JsonSchema, RawJson, sizeOf, valuesOf } from './fuzz-values.ts';

/** A request as it is sent, so that a failing one can be printed and sent again. */
export interface FuzzRequest {
  params: Record<string, string>;
  query: (readonly [name: string, value: string])[];
  headers: Record<string, string>;
  body: { contentType: string; payload: string } | undefined;
}

/** The first choice of each list is the ordinary value, so that a failing request is reduced to what is wrong with it. */
const SHRINK_TO_FIRST = { withCrossShrink: true };

/** Returns requests to an endpoint that resemble a valid one, each with something else wrong with it, or nothing. */
export function requestsTo(endpoint: Endpoint, sample: TestCall): fc.Arbitrary<FuzzRequest> {
  return fc.record(
    { params: paramsOf(endpoint, sample), query: queryOf(endpoint, sample), headers: HEADER_SETS, body: bodyOf(endpoint, sample) },
    { noNullPrototype: true },
  );
}

const schemaOf = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input' });
const asText = (value: unknown) => (value instanceof RawJson ? value.text : String(value));

function paramsOf(endpoint: Endpoint, { params = {} }: TestCall): fc.Arbitrary<Record<string, string>> {
  const fields = Object.entries(endpoint.params?.shape ?? {}).map(([name, schema]) => {
    const known = fc.constant(String(params[name]));
    const fitting = valuesOf(schemaOf(schema as z.ZodType), params[name]).map(asText);
    return [
      name,
      fc.oneof(SHRINK_TO_FIRST, { weight: 8, arbitrary: known }, { weight: 1, arbitrary: fitting }, { weight: 1, arbitrary: hostileText }),
    ] as const;
  });
  return fc.record(Object.fromEntries(fields), { noNullPrototype: true });
}

/** Fields that name the customer are rarely changed: a wrong one is refused before any other field is used. */
const CUSTOMER_FIELDS = ['customerNumber', 'globalCustomerNumber', 'datasourceId', 'dataset'];

function queryOf(endpoint: Endpoint, { query = {} }: TestCall): fc.Arbitrary<FuzzRequest['query']> {
  const shape = endpoint.query?.shape ?? {};
  const rarity = 2 + 2 * Object.keys(shape).length;
  const fields = Object.entries(shape).map(([name, schema]) => {
    const known = query[name];
    const absent = fc.constant<string[]>(known === undefined ? [] : [String(known)]);
    const isFixed = CUSTOMER_FIELDS.includes(name);
    const fitting = valuesOf(schemaOf(schema as z.ZodType), known, rarity).map((value) => [asText(value)]);
    return fc
      .oneof(
        SHRINK_TO_FIRST,
        { weight: isFixed ? 3 * rarity : rarity, arbitrary: absent },
        { weight: isFixed ? 1 : rarity, arbitrary: fitting },
        { weight: 1, arbitrary: hostileText.map((text) => [text]) },
        { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 3 }) },
      )
      .map((values) => values.map((value) => [name, value] as const));
  });
  const unknown = fc.oneof(
    { weight: 12, arbitrary: fc.constant([]) },
    fc.tuple(hostileText, hostileText).map((pair) => [pair]),
  );
  return fc.tuple(unknown, ...fields).map((pairs) => pairs.flat());
}

const headerText = fc
  .oneof(fc.constantFrom('', ' ', '-1', 'abc', '*/*;q=2', 'a,b;c', 'x'.repeat(2_000), '%00', '{}'), fc.string({ maxLength: 20 }))
  .map((text) => text.replace(/[^\x20-\x7e]/g, '?'));
const HEADER_NAMES = [
  ...Object.values(HEADERS),
  'accept',
  'accept-language',
  'if-none-match',
  'range',
  'x-forwarded-for',
  'x-request-id',
  'traceparent',
  'origin',
];
const HEADER_SETS = fc.oneof(
  SHRINK_TO_FIRST,
  { weight: 8, arbitrary: fc.constant<Record<string, string>>({}) },
  { weight: 1, arbitrary: fc.constantFrom<Record<string, string>>({ accept: 'application/pdf' }, { 'accept-language': 'es-US' }) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...HEADER_NAMES), headerText).map(([name, value]) => ({ [name]: value })) },
);

function bodyOf(endpoint: Endpoint, sample: TestCall): fc.Arbitrary<FuzzRequest['body']> {
  if (!endpoint.body) return fc.constant(undefined);
  if (endpoint.takesFiles) return formOf(endpoint.body, endpoint.takesFiles.field, sample);
  const schema = schemaOf(endpoint.body);
  const json = valuesOf(schema, sample.body, 2 * sizeOf(schema)).map(writeJson);
  const spoilt = fc.tuple(json, fc.constantFrom(...Object.values(SPOIL))).map(([text, spoil]) => spoil(text));
  const types = fc.oneof(
    SHRINK_TO_FIRST,
    { weight: 30, arbitrary: fc.constant('application/json') },
    fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'text/xml', 'a/b', ''),
  );
  const payload = fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 1, arbitrary: spoilt },
    { weight: 1, arbitrary: hostileJson.map(writeJson) },
  );
  return fc.record({ contentType: types, payload }, { noNullPrototype: true });
}

/** Bodies that are broken as a whole. */
const SPOIL: Readonly<Record<string, (json: string) => string>> = {
  cut: (json) => json.slice(0, Math.floor(json.length / 2)),
  twice: (json) => json + json,
  inArray: (json) => `[${json}]`,
  withPrototype: (json) => json.replace(/^\{/, '{"__proto__":{"isAdmin":true},'),
  withConstructor: (json) => json.replace(/^\{/, '{"constructor":{"prototype":{"isAdmin":true}},'),
  withEachKeyTwice: (json) => json.replace(/^\{(.*)\}$/s, '{$1,$1}'),
  nothing: () => '',
  notUtf8: (json) => `${json}\u00ff`,
};

/** Writes JSON like `JSON.stringify`, except that raw values stay as they are. */
function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${writeJson(each)}`).join(',')}}`;
}

const BOUNDARY = 'fuzz-boundary';
const part = (disposition: string, content: string, type?: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n${content}\r\n`;
const quoted = (text: string) => text.toWellFormed().replace(/["\r\n]/g, '_');

/** Multipart forms with wrong fields, files, names and ends. Bytes are written as Latin-1, one character each. */
function formOf(schema: z.ZodType, field: string, { body, files = [] }: TestCall): fc.Arbitrary<FuzzRequest['body']> {
  const fields = valuesOf(schemaOf(schema), body).map((value) =>
    typeof value === 'object' && value !== null && !(value instanceof RawJson) ? value : {},
  );
  const known = files.map(({ fileName, bytes }) => ({ name: fileName, content: bytes.toString('latin1') }));
  const bytes = fc.oneof(
    fc.constantFrom(
      ...known.map(({ content }) => content),
      ...known.map(({ content }) => content.slice(0, -20)),
      '',
      '\x89PNG\r\n\x1a\n',
      '%PDF-1.7',
      'PK\x03\x04',
      '<svg onload="alert(1)"/>',
    ),
    fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each).toString('latin1')),
  );
  const file = fc.record({
    name: fc.oneof(fc.constantFrom('a.png', 'a.pdf', '../../a.csv', '.htaccess', 'a.png.exe'), hostileText.map(quoted)),
    content: bytes,
  });
  const several = fc.oneof({ weight: 2, arbitrary: fc.constant(known) }, { weight: 2, arbitrary: fc.array(file, { maxLength: 3 }) });
  const fieldName = fc.oneof({ weight: 9, arbitrary: fc.constant(field) }, hostileText.map(quoted));
  const end = fc.oneof({ weight: 9, arbitrary: fc.constant(`--${BOUNDARY}--\r\n`) }, fc.constantFrom('', `--${BOUNDARY}`, '\r\n'));
  return fc.tuple(fields, several, fieldName, end).map(([values, sent, name, ending]) => ({
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
    payload: [
      ...Object.entries(values)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => part(`name="${quoted(key)}"`, Buffer.from(asText(value)).toString('latin1'))),
      ...sent.map((each) =>
        part(
          `name="${Buffer.from(name).toString('latin1')}"; filename="${Buffer.from(each.name).toString('latin1')}"`,
          each.content,
          'application/octet-stream',
        ),
      ),
      ending,
    ].join(''),
  }));
}
