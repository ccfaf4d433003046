import type { Endpoint } from '@yardage/contract/endpoint';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { ERROR_CODES, type ErrorCode } from '@yardage/contract/errors';
import { ERROR_TITLES } from '@yardage/domain/errors.messages';
import { z } from 'zod';
import { type Html, html } from './html.ts';
import { describeAccess } from './openapi.ts';

/** The API documentation as a page: every endpoint with its access, parameters and response, generated from the contract. */
export function docsPage(title: string): string {
  const nav = ENDPOINTS.map((endpoint) => html`<li><a href="#${endpoint.id}"><b>${endpoint.method}</b> ${endpoint.path}</a></li>`);
  const errors = Object.entries(ERROR_CODES).map(
    ([code, { status }]) => html`<tr><td>${status}</td><td><code>${code}</code></td><td>${ERROR_TITLES[code as ErrorCode]}</td></tr>`,
  );
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/docs/docs.css"></head><body>
<header><h1>${title} API</h1><p>All calls are below <code>/api</code>. The same as <a href="/openapi.json">OpenAPI 3.1</a>.</p></header>
<nav aria-label="Calls"><ul>${nav}</ul></nav><main>${ENDPOINTS.map(section)}
<section id="errors"><h2>Errors</h2><p>Every 4xx and 5xx is a problem document with one of these codes.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Title</th></tr></thead><tbody>${errors}</tbody></table></section></main></body></html>`
    .text;
}

function section(endpoint: Endpoint): Html {
  const rows = [...fields('path', endpoint.params), ...fields('query', endpoint.query), ...fields('body', endpoint.body)];
  const input =
    rows.length > 0 ? html`<table><thead><tr><th>In</th><th>Name</th><th>Type</th></tr></thead><tbody>${rows}</tbody></table>` : '';
  return html`<section id="${endpoint.id}"><h2><b>${endpoint.method}</b> ${endpoint.path}</h2>
<p>${endpoint.summary}. ${describeAccess(endpoint)} <small>${endpoint.requirement}</small></p>${input}
<details><summary>Answer</summary><pre>${endpoint.answersFile ?? typeText(endpoint.answer)}</pre></details></section>`;
}

function fields(place: string, schema: z.ZodType | undefined): Html[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).map(([name, type]) => {
    const optional = (type as z.ZodType).safeParse(undefined).success ? '' : html` <em>required</em>`;
    return html`<tr><td>${place}</td><td><code>${name}</code>${optional}</td><td>${typeText(type as z.ZodType)}</td></tr>`;
  });
}

/** Describes a schema briefly: `string`, `integer (1…100)`, `{ items: [ … ] }`. */
function typeText(schema: z.ZodType): string {
  return describe(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), 0);
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function describe(schema: JsonSchema, depth: number): string {
  const pad = '  '.repeat(depth + 1);
  if (schema.anyOf) return schema.anyOf.map((each) => describe(each as JsonSchema, depth)).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `[ ${describe(schema.items as JsonSchema, depth)} ]`;
  if (schema.type === 'object' && schema.properties) {
    const lines = Object.entries(schema.properties).map(([name, each]) => {
      const { description } = each as JsonSchema;
      return `${pad}${name}: ${describe(each as JsonSchema, depth + 1)}${description ? ` (${description})` : ''}`;
    });
    return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
  }
  const bounds = schema.maximum !== undefined && Math.abs(schema.maximum) < 1e9 ? ` (${schema.minimum ?? ''}…${schema.maximum})` : '';
  return `${schema.format ?? schema.type ?? 'any'}${bounds}`;
}
