import { STATUS_CODES } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import type { Config } from '#server/config';
import { securityHeaders } from './security-headers.ts';

/** Statuses of what Node.js cannot read as a request, by its error codes; everything else is a 400. */
const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers what is no request, and what never ends, with the headers of all other answers. Fastify's own answer has none of them. */
export function malformedRequestHandler(config: Config): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  const headers = Object.entries({ ...securityHeaders(config), 'cache-control': 'no-store', connection: 'close', 'content-length': '0' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return ({ code }, socket) => {
    // The other side is gone.
    if (code === 'ECONNRESET' || socket.destroyed) return;
    const status = STATUS_OF[code] ?? 400;
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n`);
    socket.destroy();
  };
}
