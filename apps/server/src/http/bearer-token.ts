import type { FastifyRequest } from 'fastify';

/** Returns the access token of a request, or undefined if there is none or it is malformed. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(headers.authorization ?? '')?.[1];
}
