import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { RouteHandlerMethod } from 'fastify';

/** Serves a text that never changes while the server runs. It is made and compressed at the first request; its ETag lets caches get a 304. */
export function fixedPage(type: string, makeText: () => string): RouteHandlerMethod {
  let page: ReturnType<typeof prepare> | undefined;
  return (request, reply) => {
    page ??= prepare(makeText());
    const { plain, compressed, tag } = page;
    reply.type(type).headers({ etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
    if (known.some((each) => each.replace(/^W\//, '') === tag)) return reply.code(304).send();
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
    return takesGzip ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(plain);
  };
}

function prepare(text: string) {
  const plain = Buffer.from(text);
  return { plain, compressed: gzipSync(plain), tag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"` };
}
