/** What the server adds to Fastify's requests and route settings. */
import 'fastify';
import type { Identity } from '#server/adapters/identity/port';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard before the body is read. */
    signedIn: { token: string; identity: Identity } | undefined;
    /** For the log line of the request. */
    userId: number | undefined;
    customerId: number | undefined;
  }
  interface FastifyContextConfig {
    /** The endpoint behind a route of the API. */
    endpointId?: string;
    /** Static files and the cheapest probe are not counted by the rate limit. */
    isUnlimited?: boolean;
    /** A line in the log for each call would bury the others. */
    isUnlogged?: boolean;
    /** Why a route outside the API may be called by everyone. */
    publicBecause?: string;
  }
}
