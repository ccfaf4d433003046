import type { FastifyRequest } from 'fastify';

/** The access token of a call, where it has one that looks like one. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(headers.authorization ?? '')?.[1];
}
