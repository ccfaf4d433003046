import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { countedAddress } from './caller-address.ts';

/** Where browsers report what the content security policy made them block, and the name of that endpoint in the policy. */
export const BROWSER_REPORTS_PATH = '/api/browser-reports';
export const BROWSER_REPORTS_GROUP = 'policy';

const MAX_BODY_BYTES = 32 * 1024;
const MAX_REPORTS = 20;
const MAX_SHOWN = 200;
/** The rate limit is divided by this: a page that violates the policy sends a few reports, and more of them would only fill the log. */
const WEIGHT = 10;
const TYPES = ['application/csp-report', 'application/reports+json', 'application/json'];
/** The directives that the metric counts by name; all others are counted as 'other'. */
const DIRECTIVES = new Set([
  ...['base-uri', 'connect-src', 'default-src', 'font-src', 'form-action', 'frame-ancestors', 'frame-src', 'img-src', 'manifest-src'],
  ...['media-src', 'object-src', 'script-src', 'script-src-attr', 'script-src-elem', 'style-src', 'style-src-attr', 'style-src-elem'],
  'worker-src',
]);

const text = z.string().catch('');
/** What Firefox and Safari send, one violation at a time. */
const oldReport = z
  .object({
    'csp-report': z.object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text, 'document-uri': text }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      directive: report['effective-directive'] || report['violated-directive'],
      blocked: report['blocked-uri'],
      page: report['document-uri'],
    },
  ]);
const newBody = z.object({ effectiveDirective: text, blockedURL: text, documentURL: text });
const EMPTY_BODY = { effectiveDirective: '', blockedURL: '', documentURL: '' };
/** What Chromium sends, several together, beside reports about other matters. */
const newReports = z
  .array(z.object({ type: text, body: newBody.catch(EMPTY_BODY) }))
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL, page: body.documentURL })),
  );
const anyReports = z.union([oldReport, newReports]);

/** Receives reports of violations of the security policy. Anybody can send them, so they are limited, cut short, logged and counted. */
export async function registerBrowserReports(app: FastifyInstance, registry: Registry, callsPerMinute: number): Promise<void> {
  const violations = new Counter({
    name: 'http_policy_violations_total',
    help: 'Violations of the content security policy that browsers reported, by directive',
    labelNames: ['directive'],
    registers: [registry],
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(TYPES, { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => done(null, body));
    const rateLimit = { max: Math.ceil(callsPerMinute / WEIGHT), keyGenerator: ({ ip }: { ip: string }) => countedAddress(ip) };
    const config = { publicBecause: 'browsers report violations without signing in', publicWeight: WEIGHT, rateLimit };
    scope.post(BROWSER_REPORTS_PATH, { config }, async (request, reply) => {
      for (const { directive, blocked, page } of readReports(request.body).slice(0, MAX_REPORTS)) {
        const name = DIRECTIVES.has(directive) ? directive : 'other';
        violations.inc({ directive: name });
        request.log.warn(
          { reqId: request.id, directive: name, blocked: originIn(blocked), page: pathIn(page) },
          'a browser blocked what the policy forbids',
        );
      }
      return reply.code(204).send();
    });
  });
}

function readReports(body: unknown) {
  try {
    return anyReports.parse(JSON.parse(String(body)));
  } catch (error) {
    throw new ApiError('malformed-request', { cause: error });
  }
}

/** Addresses can contain secrets of the page or the user, so only the origin is kept, or the keyword that browsers send instead. */
function originIn(blocked: string): string {
  const url = URL.parse(blocked);
  if (!url) return /^[a-z-]{1,30}$/.test(blocked) ? blocked : 'other';
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, MAX_SHOWN);
}

function pathIn(page: string): string {
  return URL.parse(page)?.pathname.slice(0, MAX_SHOWN) ?? '';
}
