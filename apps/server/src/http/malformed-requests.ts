import type { FastifyServerOptions } from 'fastify';
import type { Config } from '#server/config';
import { securityHeaders } from './security-headers.ts';

/** Statuses by Node's error code, for input that it cannot read as a request; all other codes are a 400. */
const STATUS_OF: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Responds to input that is not a valid request, or never ends, with the usual security headers. Fastify's own response lacks them. */
export function malformedRequestHandler(config: Config): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  const headers = Object.entries({ ...securityHeaders(config), 'cache-control': 'no-store', connection: 'close', 'content-length': '0' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return ({ code }, socket) => {
    // The other side is gone.
    if (code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable) socket.write(`HTTP/1.1 ${STATUS_OF[code] ?? '400 Bad Request'}\r\n${headers}\r\n`);
    socket.destroy();
  };
}
