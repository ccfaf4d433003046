import fc from 'fast-check';
import type { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Text that is written into a JSON body as it stands, for values that `JSON.stringify` cannot write. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  [fc.toStringMethod](): string {
    return this.text.slice(0, 200);
  }
}

const nested = (depth: number) => `${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`;

/** Values that differ from what a schema expects, and those that parsers, databases and prototypes treat specially. */
const RAW_VALUES = [
  ...['null', 'true', '[]', '{}', '[null]', '[[[[]]]]', '0', '-0', '-1', '1.5', '1e-7', '5e-324', '1e99', '-1e99', '1e999', '-1e999'],
  ...['2147483647', '2147483648', '-2147483649', '9007199254740991', '9007199254740993', '9223372036854775808'],
  ...['123456789012345678901234567890', '0.12345678901234567890', '"\\ud800"', '"\\udc00x"', '"a\\u0000b"', '"\\u202e\\u0007\\u001b[31m"'],
  ...['{"a":1,"a":2}', '{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"x":1}}}', '{"toString":1,"length":-1,"then":1}'],
  ...['{"$ne":null}', nested(10), nested(15), nested(2_000), JSON.stringify('x'.repeat(20_000)), JSON.stringify(Array(2_000).fill(0))],
].map((text) => new RawJson(text));

const TEXTS = [
  ...['', ' ', 'NaN', 'Infinity', 'null', 'undefined', 'true', '[]', '{}', 'abc', '-1', '0', '1', '1.5', '01', '1e3', '0x10', '1e99'],
  ...['2147483648', '-2147483649', '9007199254740993', '9223372036854775808', '99999999999999999999', '١٢', '１'],
  ...['1949-12-31', '2026-02-30', '2026-13-01', '0000-00-00', '9999-12-31', '10000-01-01', '2026-01-15T25:00:00Z', '-infinity', 'epoch'],
  ...["' or 1=1 --", '"; drop table orders; --', '%', '_', '\\', '%_\\', '$1', '{{7*7}}', '<%= 7*7 %>', '../../etc/passwd', '..', '.', '/'],
  ...[
    '<img src=x onerror=alert(1)>',
    '</script><script>alert(1)</script>',
    'javascript:alert(1)',
    'http://127.0.0.1:1/',
    'file:///etc/passwd',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'a@b.c\r\nBcc: x@y.z', '=1+1', '@SUM(A1)'],
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00x',
    '\u202ertl',
    '\u0007\u001b[31m',
    '\ufeff',
    '\u200b',
    '\u2028',
    '💥',
    '👩‍👩‍👧‍👦',
    'ﷺ',
    'İ',
    'ß',
    'e\u0301',
  ],
  ...['x'.repeat(300), 'x'.repeat(5_000), '💥'.repeat(300), '9'.repeat(400), 'a,'.repeat(500), 'اَلْعَرَبِيَّةُ', '\t\n\r\v\f'],
];

const anyCodeUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

/** Any text, most often one that is known to cause failures. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: anyCodeUnit, maxLength: 8 }) },
);

/** Any JSON value, most often one that the schema does not expect. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...RAW_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Returns how many values a schema has in it, to choose how often one is replaced. */
export function sizeOf(schema: JsonSchema): number {
  const parts = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  if (schema.items && typeof schema.items === 'object') parts.push(schema.items as JsonSchema);
  return 1 + parts.reduce((sum: number, part) => sum + sizeOf(part as JsonSchema), 0);
}

/** Returns values that a schema allows, most of all those at its limits, with a hostile one here and there. */
export function valuesOf(schema: JsonSchema, sample?: unknown, rarity = 2 * sizeOf(schema)): fc.Arbitrary<unknown> {
  const fitting = fittingValue(schema, sample, rarity);
  const known = sample === undefined || isStructure(schema) ? fitting : fc.oneof({ withCrossShrink: true }, fc.constant(sample), fitting);
  return fc.oneof({ withCrossShrink: true }, { weight: rarity, arbitrary: known }, { weight: 1, arbitrary: hostileJson });
}

const isStructure = ({ type }: JsonSchema) => type === 'object' || type === 'array';

function fittingValue(schema: JsonSchema, sample: unknown, rarity: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => valuesOf(each as JsonSchema, sample, rarity)));
  if (schema.allOf) return valuesOf(Object.assign({}, ...schema.allOf) as JsonSchema, sample, rarity);
  if (schema.type === 'object') return objectOf(schema, sample, rarity);
  if (schema.type === 'array') return arrayOf(schema, sample, rarity);
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  return schema.type === 'string' ? textOf(schema) : hostileJson;
}

function objectOf(schema: JsonSchema, sample: unknown, rarity: number): fc.Arbitrary<unknown> {
  const known = (typeof sample === 'object' && sample !== null ? sample : {}) as Record<string, unknown>;
  const properties = Object.entries(schema.properties ?? {});
  const model = Object.fromEntries(properties.map(([name, each]) => [name, valuesOf(each as JsonSchema, known[name], rarity)]));
  // Fields that the sample has are usually needed together, so they are left out rarely.
  const required = properties.map(([name]) => name).filter((name) => schema.required?.includes(name) || known[name] !== undefined);
  const complete = fc.record(model, { requiredKeys: required, noNullPrototype: true });
  return fc.oneof(
    { weight: rarity, arbitrary: complete },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [], noNullPrototype: true }) },
  );
}

function arrayOf(schema: JsonSchema, sample: unknown, rarity: number): fc.Arbitrary<unknown> {
  const known = Array.isArray(sample) ? sample[0] : undefined;
  const minLength = schema.minItems ?? 0;
  const items = valuesOf((schema.items ?? {}) as JsonSchema, known, rarity);
  const several = fc.array(items, { minLength, maxLength: Math.max(minLength, Math.min(schema.maxItems ?? 4, 4)) });
  return Array.isArray(sample) ? fc.oneof(fc.constant(sample), several) : several;
}

function numberOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const lowest = schema.minimum ?? Number(schema.exclusiveMinimum ?? -1e6);
  const highest = schema.maximum ?? Number(schema.exclusiveMaximum ?? 1e12);
  const limits = [lowest, highest, lowest + 1, highest - 1, Math.min(highest, Math.max(lowest, 1))];
  if (schema.type === 'integer')
    return fc.oneof(fc.constantFrom(...limits.map(Math.round)), fc.integer({ min: Math.ceil(lowest), max: Math.floor(highest) }));
  return fc.oneof(
    fc.constantFrom(...limits),
    fc.double({ min: lowest, max: highest, noNaN: true }),
    fc.integer({ min: Math.ceil(lowest), max: Math.floor(highest) }),
  );
}

function textOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.format === 'email')
    return fc.constantFrom('someone@example.com', 'a@b.co', `${'x'.repeat(60)}@${'y'.repeat(60)}.example`, "o'neil+x@example.com");
  if (schema.format === 'date') return fc.constantFrom('2026-01-15', '2024-02-29', '0001-01-01', '9999-12-31', '2099-12-31', '1950-01-01');
  if (schema.format === 'date-time')
    return fc.constantFrom('2026-01-15T12:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2030-01-01T00:00:00.1Z');
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'uri')
    return fc.constantFrom(
      'https://example.com/hook',
      'http://[::1]:1/',
      'https://a.b/?x=%00',
      'javascript:alert(1)',
      'https://user:pw@example.com',
    );
  const maxLength = Math.min(schema.maxLength ?? 60, 6_000);
  const minLength = schema.minLength ?? 0;
  if (schema.pattern) return matching(schema.pattern);
  const fitted = (text: string) =>
    [...text.padEnd(minLength, 'x')].slice(0, maxLength).join('').slice(0, maxLength).toWellFormed().replaceAll('\0', '0');
  return fc.oneof(
    hostileText.map(fitted),
    fc.constantFrom('x'.repeat(maxLength), 'x'.repeat(minLength), '💥'.repeat(Math.floor(maxLength / 2))).map(fitted),
  );
}

/** fast-check makes no texts for some patterns, for instance those with lookaheads. */
function matching(pattern: string): fc.Arbitrary<unknown> {
  try {
    return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  } catch {
    return hostileText;
  }
}
